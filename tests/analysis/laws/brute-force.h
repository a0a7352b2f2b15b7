/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BRUTE_FORCE_H
#define BINDSTORM_BRUTE_FORCE_H

#include "analysis/laws/port-law.h"
#include "model/base/random-engine.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace bindstorm
{

/// Gives the numbers of a list and knows how many were taken; the last one for ever.
class ScriptedEngine : public RandomEngine
{
  public:
    explicit ScriptedEngine(std::vector<uint32_t> numbers)
        : m_numbers(std::move(numbers))
    {
    }

    uint32_t
    Next() override
    {
        const uint32_t number = m_numbers[std::min(m_taken, m_numbers.size() - 1)];
        ++m_taken;
        return number;
    }

    std::size_t
    Taken() const
    {
        return m_taken;
    }

  private:
    std::vector<uint32_t> m_numbers;
    std::size_t m_taken{0};
};

/**
 * A table with busy ports whose law is added up by binding, closing and binding again: the same
 * code that a simulated host runs, once for each class of raw draws.
 */
class BruteForce
{
  public:
    BruteForce(const std::string& allocator,
               const SocketTable::Config& config,
               const std::set<uint16_t>& busy)
        : m_spec(ResolvePortAllocator(ComponentSpec::Parse(allocator))),
          m_allocator(CreatePortAllocator(m_spec)),
          m_table(config),
          m_probability(65536)
    {
        WorkCounters aside;
        for (const uint16_t port : busy)
        {
            m_table.BindTo(PortRequest{}, port, aside);
        }
    }

    /// Adds a class of draws; @return how many numbers the choice took
    std::size_t
    Add(std::vector<uint32_t> numbers, double share)
    {
        ScriptedEngine engine(std::move(numbers));
        WorkCounters work;
        DrawSource draws(engine, work);
        const BindResult result = m_table.BindAny(PortRequest{}, *m_allocator, draws, work);
        if (result.error == BindError::NONE)
        {
            m_probability[result.port] += share;
            WorkCounters aside;
            m_table.Close(result.socket, aside);
        }
        else
        {
            m_failure += share;
        }
        const auto values = work.AsArray();
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            m_work[i] += share * static_cast<double>(values[i]);
        }
        return engine.Taken();
    }

    SocketTable&
    Table()
    {
        return m_table;
    }

    PortLaw
    Law()
    {
        return ComputePortLaw({.allocator = m_spec, .table = m_table});
    }

    void
    ExpectSame(const PortLaw& law) const
    {
        EXPECT_NEAR(law.failure, m_failure, 1e-12);
        double sum = law.failure;
        for (std::size_t port = 0; port < m_probability.size(); ++port)
        {
            ASSERT_NEAR(law.probability[port], m_probability[port], 1e-12) << "port " << port;
            sum += law.probability[port];
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        for (std::size_t i = 0; i < m_work.size(); ++i)
        {
            EXPECT_NEAR(law.work[i], m_work[i], 1e-9 * (1 + m_work[i])) << WorkCounters::NAMES[i];
        }
    }

  private:
    ComponentSpec m_spec;
    std::unique_ptr<PortAllocator> m_allocator;
    SocketTable m_table;
    std::vector<double> m_probability;
    double m_failure{0};
    std::array<double, WorkCounters::SIZE> m_work{};
};

/// @return some of the ports from low to high, by a fixed rule that depends on the seed
inline std::set<uint16_t>
SomePorts(uint16_t low, uint16_t high, double share, uint64_t seed)
{
    const auto engine = CreateRandomEngine(ComponentSpec("mt19937_64"), {seed, 0, "", "busy"});
    std::set<uint16_t> ports;
    for (uint32_t port = low; port <= high; ++port)
    {
        if (engine->Next() < share * 4294967296.0)
        {
            ports.insert(static_cast<uint16_t>(port));
        }
    }
    return ports;
}

} // namespace bindstorm

#endif // BINDSTORM_BRUTE_FORCE_H
