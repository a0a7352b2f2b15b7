/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-digest.h"

#include "results/sha256.h"

#include <bit>
#include <stdexcept>
#include <xxhash.h>

namespace bindstorm
{

namespace
{

uint64_t
LittleEndian(uint64_t word)
{
    if constexpr (std::endian::native == std::endian::big)
    {
        return __builtin_bswap64(word);
    }
    return word;
}

void
AppendText(std::string& bytes, uint64_t word)
{
    for (int shift = 0; shift < 64; shift += 8)
    {
        bytes.push_back(static_cast<char>((word >> shift) & 0xFF));
    }
}

} // namespace

struct RunDigest::State
{
    State()
        : hash(XXH3_createState())
    {
        if (hash == nullptr || XXH3_128bits_reset(hash) != XXH_OK)
        {
            throw std::runtime_error("no memory for the digest's state");
        }
    }

    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ~State()
    {
        XXH3_freeState(hash);
    }

    XXH3_state_t* hash;
};

RunDigest::RunDigest()
    : m_state(std::make_unique<State>())
{
}

RunDigest::~RunDigest() = default;

void
RunDigest::Append(uint64_t word)
{
    m_buffer[m_used++] = LittleEndian(word);
    if (m_used == BUFFERED_WORDS)
    {
        Flush();
    }
}

void
RunDigest::Flush()
{
    XXH3_128bits_update(m_state->hash, m_buffer.data(), m_used * sizeof(uint64_t));
    m_used = 0;
}

template <class Record>
void
RunDigest::AppendService(const Record& record)
{
    Append(static_cast<uint64_t>(record.submitted.count()));
    Append(static_cast<uint64_t>(record.started.count()));
    Append(static_cast<uint64_t>(record.finished.count()));
    for (const uint64_t count : record.work.AsArray())
    {
        Append(count);
    }
}

void
RunDigest::Add(const OperationRecord& record)
{
    ++m_records;
    Append(uint64_t{record.host} << 32 | record.workload);
    Append(uint64_t{record.process} << 32 | uint64_t{record.port} << 16 |
           uint64_t{record.outcome} << 8 | static_cast<uint64_t>(record.kind) << 2 |
           uint64_t{record.isSetUp} << 1 | uint64_t{record.isLate});
    AppendService(record);
}

void
RunDigest::Add(const HostSample& sample)
{
    Append(sample.host);
    Append(static_cast<uint64_t>(sample.time.count()));
    Append(sample.liveSockets);
    Append(sample.queued);
}

void
RunDigest::Add(const PacketRecord& record)
{
    ++m_records;
    Append(uint64_t{record.box} << 32 | record.workload);
    Append(uint64_t{record.process} << 32 | uint64_t{record.phase} << 16 |
           uint64_t{record.verdict} << 8 | uint64_t{record.isFalselyRefused} << 4 |
           static_cast<uint64_t>(record.direction) << 3 | uint64_t{record.isServed} << 2 |
           uint64_t{record.isExpected} << 1 | uint64_t{record.isSetUp});
    AppendService(record);
}

void
RunDigest::Add(const ExchangeRecord& record)
{
    Append(uint64_t{record.box} << 32 | record.workload);
    Append(uint64_t{record.process} << 32 | uint64_t{record.attempts} << 8 |
           uint64_t{record.isSuccess} << 1 | uint64_t{record.isSetUp});
    Append(static_cast<uint64_t>(record.begun.count()));
    Append(static_cast<uint64_t>(record.ended.count()));
}

void
RunDigest::Add(const BoxSample& sample)
{
    Append(sample.box);
    Append(static_cast<uint64_t>(sample.time.count()));
    Append(sample.links);
    Append(sample.sessions);
    Append(sample.mappings);
    Append(sample.queued);
}

std::string
RunDigest::Finish(const SimulationEnd& end, std::span<const ResultTable> tables)
{
    Flush();
    const XXH128_hash_t hash = XXH3_128bits_digest(m_state->hash);
    std::string bytes = "bindstorm digest 1\n";
    AppendText(bytes, hash.high64);
    AppendText(bytes, hash.low64);
    AppendText(bytes, m_records);
    AppendText(bytes, static_cast<uint64_t>(end.time.count()));
    for (const ResultTable& table : tables)
    {
        for (const ResultTable::Column& column : table.columns)
        {
            if (!column.reals.empty())
            {
                continue;
            }
            bytes += table.name + "\n" + column.name + "\n";
            AppendText(bytes, column.integers.size());
            for (const int64_t value : column.integers)
            {
                AppendText(bytes, static_cast<uint64_t>(value));
            }
        }
    }
    return Sha256(bytes);
}

} // namespace bindstorm
