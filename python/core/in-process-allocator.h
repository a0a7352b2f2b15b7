/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_IN_PROCESS_ALLOCATOR_H
#define BINDSTORM_IN_PROCESS_ALLOCATOR_H

#include "model/ports/port-allocator.h"
#include "plugins/checked-view.h"

#include <memory>
#include <pybind11/pybind11.h>
#include <stdexcept>
#include <string>

namespace bindstorm
{

/**
 * @ingroup python
 * What Python's `view` and `draws` of an allocator refer to while one of its choices is made.
 */
class LentView
{
  public:
    /// @throws std::runtime_error when no choice is being made
    CheckedView&
    Get()
    {
        if (m_view == nullptr)
        {
            throw std::runtime_error("the view and the draws of a choice are valid while choose() "
                                     "runs, and not afterwards");
        }
        return *m_view;
    }

    void
    Set(CheckedView* view)
    {
        m_view = view;
    }

  private:
    CheckedView* m_view{nullptr};
};

/// @ingroup python
/// Two names for it: each becomes a Python class.
struct PythonView
{
    std::shared_ptr<LentView> lent;
};

/// @ingroup python
struct PythonDraws
{
    std::shared_ptr<LentView> lent;
};

/**
 * @ingroup python
 * An allocator that is a Python object of this interpreter.
 */
class InProcessAllocator final : public PortAllocator
{
  public:
    /// To be called with Python's lock held.
    /// @param name for messages
    /// @param allocator an object with a method choose(view, draws)
    InProcessAllocator(std::string name, const pybind11::object& allocator);
    ~InProcessAllocator() override;

    /// Takes Python's lock for the call. Throws what the object throws.
    std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) override;

    /// Copies the object, state and all (copy.deepcopy). Takes Python's lock; throws what that
    /// does.
    std::unique_ptr<PortAllocator> Clone() const override;

  private:
    std::string m_name;
    pybind11::object m_object;
    pybind11::object m_choose;
    std::shared_ptr<LentView> m_lent;
    pybind11::object m_view;
    pybind11::object m_draws;
};

/**
 * @ingroup python
 * What the registry is to know of an allocator of Python.
 * @param about as plugin_host.describe() gives it
 * @param create see PortAllocatorInfo
 */
PortAllocatorInfo DescribeInProcess(
    const pybind11::dict& about,
    std::function<std::unique_ptr<PortAllocator>(const ComponentSpec&)> create);

} // namespace bindstorm

#endif // BINDSTORM_IN_PROCESS_ALLOCATOR_H
