/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_C_ALLOCATOR_H
#define BINDSTORM_C_ALLOCATOR_H

#include "bindstorm-plugin.h"

#include "model/ports/port-allocator.h"

namespace bindstorm
{

/**
 * @ingroup plugins
 * An allocator of a shared object.
 */
class CAllocator final : public PortAllocator
{
  public:
    /**
     * @param description of the allocator; must outlive this object
     * @param spec resolved
     * @throws ConfigError when the plug-in does not make one
     */
    CAllocator(const BindstormAllocator& description, const ComponentSpec& spec);
    ~CAllocator() override;

    /// Throws what a question to the view threw; the plug-in is left by returning.
    std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) override;

  private:
    const BindstormAllocator& m_description;
    void* m_self{nullptr};
};

} // namespace bindstorm

#endif // BINDSTORM_C_ALLOCATOR_H
