/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_CHOICE_BENCH_H
#define BINDSTORM_PORT_CHOICE_BENCH_H

#include "model/nat/nat-port-choice.h"
#include "model/nat/nat-port-view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// An engine that gives the numbers it is told to, the last one again and again.
class TellEngine : public RandomEngine
{
  public:
    uint32_t
    Next() override
    {
        const uint32_t next = m_numbers[m_given];
        m_given += m_given + 1 < m_numbers.size() ? 1 : 0;
        return next;
    }

    void
    Tell(std::vector<uint32_t> numbers)
    {
        m_numbers = std::move(numbers);
        m_given = 0;
    }

  private:
    std::vector<uint32_t> m_numbers{0};
    std::size_t m_given{0};
};

/// What a bench may be told besides the choice; the range is that of the choice if none is given.
struct PortBenchSetting
{
    std::optional<PortRange> range{};
    PortSet reserved{};
    bool keepParity{false};
    uint64_t seed{1};
};

/**
 * A port choice with the ports in use that it sees: those of one external address towards one
 * remote endpoint.
 */
class PortChoiceBench
{
  public:
    explicit PortChoiceBench(std::string_view choice, const PortBenchSetting& setting = {})
        : m_spec(ComponentSpec::Parse(choice)),
          m_range(GetExternalRange(Info(), setting.range, IP_UDP)),
          m_sets(m_range, setting.reserved, setting.keepParity),
          m_used(m_sets),
          m_choice(CreateNatPortChoice(m_spec)),
          m_engine(CreateRandomEngine(ComponentSpec("taus88"),
                                      StreamSeed(setting.seed, 0, "nat", "ports")))
    {
    }

    const NatPortChoiceInfo&
    Info() const
    {
        return FindNatPortChoice(m_spec.GetName());
    }

    /// @return what the choice says, without taking it
    std::optional<uint16_t>
    Ask(const NatPortRequest& request)
    {
        return Ask(request, *m_engine);
    }

    std::optional<uint16_t>
    Ask(const NatPortRequest& request, RandomEngine& engine)
    {
        m_work = {};
        NatPortView view(m_used, m_sets.Find(request.flow.internal.port), m_work);
        DrawSource draws(engine, m_work);
        return m_choice->Choose(view, request, draws);
    }

    /// Asks and takes. @return the port taken
    std::optional<uint16_t>
    Take(const NatPortRequest& request)
    {
        const std::optional<uint16_t> port = Ask(request);
        if (port)
        {
            m_used.Add(*port);
            m_choice->OnTake(request, *port);
        }
        return port;
    }

    void
    Release(uint16_t port, uint32_t externalAddress = 0)
    {
        m_used.Remove(port);
        m_choice->OnRelease(IP_UDP, externalAddress, port, NatTime{0});
    }

    /// Makes each port of the range busy with a probability, by draws of its own.
    void
    MakeShareBusy(double share, uint64_t seed = 1)
    {
        const auto engine =
            CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(seed, 0, "nat", "busy"));
        for (uint32_t port = m_range.Low(); port <= m_range.High(); ++port)
        {
            if (engine->Next() < share * 4294967296.0)
            {
                m_used.Add(static_cast<uint16_t>(port));
            }
        }
    }

    /// Makes a run of ports busy.
    void
    MakeRunBusy(uint32_t low, uint32_t high)
    {
        for (uint32_t port = low; port <= high; ++port)
        {
            m_used.Add(static_cast<uint16_t>(port));
        }
    }

    UsedPorts&
    Used()
    {
        return m_used;
    }

    const EligiblePortSets&
    Sets() const
    {
        return m_sets;
    }

    NatPortChoice&
    Choice()
    {
        return *m_choice;
    }

    /// @return what the last question cost
    const WorkCounters&
    Work() const
    {
        return m_work;
    }

  private:
    ComponentSpec m_spec;
    PortRange m_range;
    EligiblePortSets m_sets;
    UsedPorts m_used;
    std::unique_ptr<NatPortChoice> m_choice;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_work;
};

/// @return a request of an internal port, to be kept or not
inline NatPortRequest
RequestOf(uint16_t port, bool preserve = false)
{
    return {.flow = {.internal = {.address = 0x0a000001, .port = port}}, .preserve = preserve};
}

} // namespace bindstorm

#endif // BINDSTORM_PORT_CHOICE_BENCH_H
