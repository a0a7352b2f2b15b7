/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_CLOCK_H
#define BINDSTORM_NAT_CLOCK_H

#include "nat-types.h"

#include "model/base/component-spec.h"
#include "model/base/packet-work.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Where a table's clock gets the time from: simulated time in a simulation, the system's calls in a
 * benchmark.
 */
class NatTimeSource
{
  public:
    /// @return the time, exactly
    virtual NatTime Precise() = 0;

    /// @return the time as of the last multiple of the resolution
    virtual NatTime Coarse(NatTime resolution) = 0;

    /// @return the time as something else wrote it down last, which it does once an interval
    virtual NatTime Ticker(NatTime interval) = 0;

  protected:
    ~NatTimeSource() = default;
};

/**
 * @ingroup nat
 * Simulated time, set from outside.
 */
class SimulatedNatTime final : public NatTimeSource
{
  public:
    void
    Set(NatTime now)
    {
        m_now = now;
    }

    NatTime
    Precise() override
    {
        return m_now;
    }

    NatTime
    Coarse(NatTime resolution) override
    {
        return m_now - m_now % resolution;
    }

    NatTime
    Ticker(NatTime interval) override
    {
        return m_now - m_now % interval;
    }

  private:
    NatTime m_now{0};
};

/**
 * @ingroup nat
 * How often a table reads the clock, and which one: what it takes for the time may be stale.
 */
class NatClock
{
  public:
    NatClock() = default;
    NatClock(const NatClock&) = delete;
    NatClock& operator=(const NatClock&) = delete;
    virtual ~NatClock() = default;

    /**
     * Called once with every packet.
     * @param source the time
     * @param work clockReads counts each call of a clock
     * @return the time as the table knows it, never less than before
     */
    virtual NatTime OnPacket(NatTimeSource& source, PacketWork& work) = 0;
};

/**
 * @ingroup nat
 * What the registry knows of a clock.
 */
struct NatClockInfo
{
    std::string name;
    std::string summary; ///< one sentence: what it does
    std::vector<ParameterInfo> parameters;
    std::function<std::unique_ptr<NatClock>(const ComponentSpec&)> create;
    bool isCoarse{false}; ///< what it reads is the clock of low resolution, which costs less
};

/// @ingroup nat
/// @return every clock, in the order of nat-clocks.def
std::span<const NatClockInfo> GetNatClocks();

/// @ingroup nat
/// @throws ConfigError for an unknown name, with the nearest known one
const NatClockInfo& FindNatClock(const std::string& name);

/// @ingroup nat
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatClock> CreateNatClock(const ComponentSpec& spec);

/// @ingroup nat
/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolveNatClock(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_CLOCK_H
