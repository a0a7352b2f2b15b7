/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_DIGEST_H
#define BINDSTORM_RUN_DIGEST_H

#include "model/base/observer.h"
#include "model/host/simulation.h"
#include "results/run-result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * The digest of a run: equal runs have equal digests on every machine.
 *
 * Every operation's and packet's integers go, as little-endian 64-bit words, through XXH3 (128
 * bits, fast); the digest is the SHA-256 of that hash, the number of both, the time of the last
 * event and the whole-number columns of the result tables. Floating-point figures and measured
 * times are left out. Equal digests prove equal trajectories up to accident; they are no defence
 * against a forger.
 */
class RunDigest
{
  public:
    RunDigest();
    ~RunDigest();
    RunDigest(const RunDigest&) = delete;
    RunDigest& operator=(const RunDigest&) = delete;

    void Add(const OperationRecord& record);
    void Add(const HostSample& sample);
    void Add(const PacketRecord& record);
    void Add(const ExchangeRecord& record);
    void Add(const BoxSample& sample);

    /// @return 64 hexadecimal digits
    std::string Finish(const SimulationEnd& end, std::span<const ResultTable> tables);

  private:
    static constexpr std::size_t BUFFERED_WORDS = 1024;

    void Append(uint64_t word);

    /// Adds the times and the work of an operation or a packet.
    template <class Record>
    void AppendService(const Record& record);
    void Flush();

    struct State;
    std::unique_ptr<State> m_state;
    std::array<uint64_t, BUFFERED_WORDS> m_buffer;
    std::size_t m_used{0};
    uint64_t m_records{0};
};

} // namespace bindstorm

#endif // BINDSTORM_RUN_DIGEST_H
