/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_ALLOCATOR_H
#define BINDSTORM_PORT_ALLOCATOR_H

#include "port-view.h"

#include "model/base/component-spec.h"
#include "model/base/draw-source.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup ports
 * What is locked while an allocator works, which decides how it behaves on several CPUs.
 */
enum class LockScope : uint8_t
{
    TABLE, ///< one lock for the whole table, held for the whole choice
    CHAIN  ///< one lock a chain or less; choices of several CPUs seldom meet
};

/**
 * @ingroup ports
 * Chooses an ephemeral port. Holds whatever state its algorithm keeps between calls (a rover, a
 * counter) and nothing else; the table is seen through the view, randomness through the draws.
 */
class PortAllocator
{
  public:
    PortAllocator() = default;
    PortAllocator(const PortAllocator&) = delete;
    PortAllocator& operator=(const PortAllocator&) = delete;
    virtual ~PortAllocator() = default;

    /**
     * @param view what is free for the request
     * @param draws randomness
     * @return a port that is free for the request, or nothing when the algorithm gives up. The work
     *         is bounded for any view.
     */
    virtual std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) = 0;

    /// @return a copy with the same state; nothing when there is no state that matters
    virtual std::unique_ptr<PortAllocator>
    Clone() const
    {
        return nullptr;
    }

    /// @return what this one locks, where a parameter decides; else PortAllocatorInfo::lockScope
    virtual std::optional<LockScope>
    GetLockScope() const
    {
        return std::nullopt;
    }
};

/**
 * @ingroup ports
 * Where an allocator comes from that is not built in. Both are empty for one that is.
 */
struct PluginOrigin
{
    std::string path; ///< the file, as it was given
    std::string hash; ///< SHA-256 of its content
};

/**
 * @ingroup ports
 * What the registry knows of an allocator.
 */
struct PortAllocatorInfo
{
    std::string name;
    std::string summary;    ///< one sentence: what it does
    std::string source;     ///< commit, mail or RFC section it follows
    uint32_t defaultChains; ///< hash chains of the table it was written for
    LockScope lockScope;
    bool needsChains;        ///< the view must offer chains
    bool usesFreeSet{false}; ///< asks for CountFree() and SelectFree() at every choice
    std::vector<ParameterInfo> parameters;
    std::function<std::unique_ptr<PortAllocator>(const ComponentSpec&)> create;
    PluginOrigin plugin{};
};

/// @return every allocator, in the order of allocators.def, then the added ones
const std::deque<PortAllocatorInfo>& GetPortAllocators();

/**
 * Adds an allocator for as long as the process lives. To be called before anything runs: the
 * registry is not locked. References to other entries stay valid.
 * @throws ConfigError for a name that exists, or anything that a ComponentSpec could not carry
 */
const PortAllocatorInfo& AddPortAllocator(PortAllocatorInfo info);

/// @throws ConfigError for an unknown name, with the nearest known one
const PortAllocatorInfo& FindPortAllocator(const std::string& name);

/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<PortAllocator> CreatePortAllocator(const ComponentSpec& spec);

/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolvePortAllocator(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_PORT_ALLOCATOR_H
