/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TABLE_READER_H
#define BINDSTORM_TABLE_READER_H

#include "model/base/random-engine.h"
#include "model/ports/socket-table.h"

#include <functional>
#include <optional>
#include <utility>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Looks at a table through the view that an allocator gets, and chooses nothing.
 */
class TableReader : public PortAllocator
{
  public:
    /// @param read is called with the view, which is valid during the call
    static void
    Read(SocketTable& table, const PortRequest& request, std::function<void(PortView&)> read)
    {
        TableReader reader(std::move(read));
        WorkCounters aside;
        const auto engine =
            CreateRandomEngine(ComponentSpec("counter"), StreamSeed(1, 0, "", "none"));
        DrawSource unused(*engine, aside);
        table.BindAny(request, reader, unused, aside);
    }

    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& /* draws */) override
    {
        m_read(view);
        return std::nullopt;
    }

  private:
    explicit TableReader(std::function<void(PortView&)> read)
        : m_read(std::move(read))
    {
    }

    std::function<void(PortView&)> m_read;
};

} // namespace bindstorm

#endif // BINDSTORM_TABLE_READER_H
