/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "choose-within.h"
#include "keep-port.h"
#include "nat-port-choice.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace bindstorm
{

namespace
{

/// Ports index * size to index * size + size - 1 of an external address, for every protocol.
struct BlockKey
{
    uint32_t externalAddress;
    uint32_t index;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const BlockKey&) const = default;
};

/// A block that a host has.
struct GivenBlock
{
    uint32_t owner;             ///< internal address
    std::set<uint32_t> ports{}; ///< in use, below their protocol
};

/**
 * Whole blocks of ports for each internal host, so that a log needs an entry a block. A further one
 * is given when those that a host has are used up, any that nobody has being equally likely; one
 * of which no port is in use any more is given back.
 */
class PortBlocks : public NatPortChoice
{
  public:
    PortBlocks(uint32_t size, uint32_t limit, bool isSequential)
        : m_size(size),
          m_limit(limit),
          m_isSequential(isSequential)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        const uint16_t internal = request.flow.internal.port;
        const std::vector<BlockKey> own = FindBlocks(request.flow.internal.address);
        const BlockKey wanted{request.externalAddress, internal / m_size};
        if (std::ranges::find(own, wanted) != own.end() && IsKept(view, request))
        {
            return internal;
        }
        for (const BlockKey& block : own)
        {
            if (block.externalAddress != request.externalAddress)
            {
                continue;
            }
            if (const auto port = ChooseFrom(view, block.index, draws))
            {
                return port;
            }
        }
        if (own.size() >= m_limit)
        {
            return std::nullopt;
        }
        if (!m_blocks.contains(wanted) && IsKept(view, request))
        {
            return internal;
        }
        return ChooseFromIdle(view, request.externalAddress, draws);
    }

    void
    OnTake(const NatPortRequest& request, uint16_t port) override
    {
        const BlockKey key{request.externalAddress, port / m_size};
        const uint32_t host = request.flow.internal.address;
        const auto [block, isNew] = m_blocks.try_emplace(key, GivenBlock{.owner = host});
        if (isNew)
        {
            m_hosts[host].push_back(key);
        }
        block->second.ports.insert(Place(request.flow.protocol, port));
    }

    void
    OnRelease(uint8_t protocol, uint32_t externalAddress, uint16_t port, NatTime /* now */) override
    {
        const auto block = m_blocks.find({externalAddress, port / m_size});
        if (block == m_blocks.end() || block->second.ports.erase(Place(protocol, port)) == 0 ||
            !block->second.ports.empty())
        {
            return;
        }
        const auto host = m_hosts.find(block->second.owner);
        std::erase(host->second, block->first);
        if (host->second.empty())
        {
            m_hosts.erase(host);
        }
        m_blocks.erase(block);
    }

  private:
    static uint32_t
    Place(uint8_t protocol, uint16_t port)
    {
        return (uint32_t{protocol} << 16) | port;
    }

    /// @return the blocks of a host. A copy: whoever asks whether a port is free may end a link
    /// that
    ///         is over, and with it a block
    std::vector<BlockKey>
    FindBlocks(uint32_t internal) const
    {
        const auto host = m_hosts.find(internal);
        return host == m_hosts.end() ? std::vector<BlockKey>() : host->second;
    }

    std::optional<uint16_t>
    ChooseFrom(PortView& view, uint32_t index, DrawSource& draws) const
    {
        const uint32_t low = std::max<uint32_t>(index * m_size, view.Range().Low());
        const uint32_t high = std::min<uint32_t>(index * m_size + m_size - 1, view.Range().High());
        if (low <= high && !m_isSequential)
        {
            return ChooseWithin(view, low, high, draws);
        }
        for (uint32_t port = low; port <= high; ++port)
        {
            if (IsUsable(view, port))
            {
                return static_cast<uint16_t>(port);
            }
        }
        return std::nullopt;
    }

    /// From a random block that nobody has; from the next such one if no port of it is free.
    std::optional<uint16_t>
    ChooseFromIdle(PortView& view, uint32_t externalAddress, DrawSource& draws) const
    {
        std::vector<uint32_t> idle;
        for (uint32_t i = view.Range().Low() / m_size; i <= view.Range().High() / m_size; ++i)
        {
            if (!m_blocks.contains({externalAddress, i}))
            {
                idle.push_back(i);
            }
        }
        if (idle.empty())
        {
            return std::nullopt;
        }
        const std::size_t first = draws.DrawBelow(static_cast<uint32_t>(idle.size()));
        std::rotate(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(first), idle.end());
        for (const uint32_t index : idle)
        {
            if (const auto port = ChooseFrom(view, index, draws))
            {
                return port;
            }
        }
        return std::nullopt;
    }

    uint32_t m_size;
    uint32_t m_limit;
    bool m_isSequential;
    std::map<BlockKey, GivenBlock> m_blocks;
    std::map<uint32_t, std::vector<BlockKey>> m_hosts; ///< by internal address, oldest block first
};

} // namespace

NatPortChoiceInfo
DescribePortBlocks()
{
    return {.name = "port-block",
            .summary = "Blocks of neighbouring ports for each internal host, taken and given back "
                       "as they are needed.",
            .source = "RFC 6888 REQ-14 and RFC 7422; port block allocation of vendors",
            .defaultRange = "1024-65535",
            .identifiersInRange = true,
            .parameters = {{.name = "size",
                            .defaultValue = "256",
                            .help = "Ports in a block, 1 to 65536."},
                           {.name = "blocks",
                            .defaultValue = "4",
                            .help = "Blocks that a host may have, 1 to 65536."},
                           {.name = "order",
                            .defaultValue = "random",
                            .choices = {"random", "sequential"},
                            .help = "Within a block: any free port, or the lowest one."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            {
                return std::make_unique<PortBlocks>(
                    static_cast<uint32_t>(*spec.GetInteger("size", 1, 65536)),
                    static_cast<uint32_t>(*spec.GetInteger("blocks", 1, 65536)),
                    spec.Get("order") == "sequential");
            }};
}

} // namespace bindstorm
