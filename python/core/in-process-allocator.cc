/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "in-process-allocator.h"

#include <pybind11/stl.h>
#include <utility>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

/// Lends a view for the time of a call, however that ends.
class Loan
{
  public:
    Loan(LentView& lent, CheckedView& view)
        : m_lent(lent)
    {
        m_lent.Set(&view);
    }

    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    ~Loan()
    {
        m_lent.Set(nullptr);
    }

  private:
    LentView& m_lent;
};

/// @return what choose() returned as a port; other numbers and things are errors
std::optional<uint16_t>
ToPort(const std::string& name, const py::object& returned)
{
    if (returned.is_none())
    {
        return std::nullopt;
    }
    const auto complain = [&](PyObject* type, const char* ending)
    {
        const std::string text =
            "choose() of " + name + " returned " + py::repr(returned).cast<std::string>() + ending;
        PyErr_SetString(type, text.c_str());
        throw py::error_already_set();
    };
    if (PyBool_Check(returned.ptr()) || !PyIndex_Check(returned.ptr()))
    {
        complain(PyExc_TypeError, ", must be a port or None");
    }
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(returned.ptr()));
    if (!number)
    {
        throw py::error_already_set();
    }
    int overflow = 0;
    const long port = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || port < 0 || port > 65535)
    {
        complain(PyExc_ValueError, ", no port: 0 to 65535, or None");
    }
    return static_cast<uint16_t>(port);
}

} // namespace

InProcessAllocator::InProcessAllocator(std::string name, const py::object& allocator)
    : m_name(std::move(name)),
      m_object(allocator),
      m_choose(allocator.attr("choose")),
      m_lent(std::make_shared<LentView>()),
      m_view(py::cast(PythonView{m_lent})),
      m_draws(py::cast(PythonDraws{m_lent}))
{
}

InProcessAllocator::~InProcessAllocator()
{
    const py::gil_scoped_acquire locked;
    m_object = {};
    m_choose = {};
    m_view = {};
    m_draws = {};
}

std::optional<uint16_t>
InProcessAllocator::Choose(PortView& view, DrawSource& draws)
{
    const py::gil_scoped_acquire locked;
    CheckedView checked(view, draws);
    const Loan loan(*m_lent, checked);
    return ToPort(m_name, m_choose(m_view, m_draws));
}

std::unique_ptr<PortAllocator>
InProcessAllocator::Clone() const
{
    const py::gil_scoped_acquire locked;
    return std::make_unique<InProcessAllocator>(
        m_name,
        py::module_::import("copy").attr("deepcopy")(m_object));
}

PortAllocatorInfo
DescribeInProcess(const py::dict& about,
                  std::function<std::unique_ptr<PortAllocator>(const ComponentSpec&)> create)
{
    const auto text = [&](const char* key) { return about[key].cast<std::string>(); };
    PortAllocatorInfo info{.name = text("name"),
                           .summary = text("summary"),
                           .source = text("source"),
                           .defaultChains = about["chains"].cast<uint32_t>(),
                           .lockScope =
                               text("lock") == "table" ? LockScope::TABLE : LockScope::CHAIN,
                           .needsChains = false,
                           .usesFreeSet = about["uses_free_set"].cast<bool>(),
                           .parameters = {},
                           .create = std::move(create)};
    for (const py::handle entry : about["parameters"])
    {
        info.parameters.push_back({.name = entry["name"].cast<std::string>(),
                                   .defaultValue = entry["default"].cast<std::string>(),
                                   .choices = entry["choices"].cast<std::vector<std::string>>(),
                                   .help = entry["help"].cast<std::string>()});
    }
    return info;
}

} // namespace bindstorm
