/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PYTHON_ALLOCATOR_H
#define BINDSTORM_PYTHON_ALLOCATOR_H

#include "model/ports/port-allocator.h"

#include <string>

namespace bindstorm
{

class CheckedView;
class PythonProcess;

/**
 * @ingroup plugins
 * The text of a Python plug-in, and the interpreter that serves it in this process.
 */
struct PythonSource
{
    std::string path;
    std::string text;
    std::weak_ptr<PythonProcess> process{}; ///< kept alive by the allocators that use it

    /// @return an interpreter of this very process, started when there is none
    std::shared_ptr<PythonProcess> GetProcess();
};

/**
 * @ingroup plugins
 * An allocator of a Python file. Each question to the view or the draws is a message there and one
 * back: tens of thousands a second.
 */
class PythonAllocator final : public PortAllocator
{
  public:
    /**
     * Nothing is started before the first choice.
     * @param spec resolved
     */
    PythonAllocator(std::shared_ptr<PythonSource> source, const ComponentSpec& spec);
    ~PythonAllocator() override;

    /// @throws std::runtime_error when the plug-in fails, with file, line and reason
    std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) override;

  private:
    void NeedInstance();
    void SendChoice(CheckedView& view);
    void Answer(CheckedView& view, std::string_view question);

    std::shared_ptr<PythonSource> m_source;
    std::string m_wanted; ///< the JSON object that makes an instance, without its number
    std::shared_ptr<PythonProcess> m_process;
    uint32_t m_instance{0};
    PortSet m_reserved; ///< as the instance's interpreter knows it from this allocator
};

} // namespace bindstorm

#endif // BINDSTORM_PYTHON_ALLOCATOR_H
