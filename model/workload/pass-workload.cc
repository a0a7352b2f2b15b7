/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "pass-workload.h"

#include "model/base/component-spec.h"
#include "model/base/exponential-draw.h"

#include <fmt/format.h>

namespace bindstorm
{

namespace
{

constexpr uint64_t ONE_SECOND = 1'000'000'000;
/// Times between packets are summed in parts of a nanosecond, of which there are only some tens.
constexpr uint64_t FINE = 1024;

SettingInfo
RateSetting(const std::string& name, int64_t defaultValue, const std::string& help)
{
    return {.name = name,
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = 1,
            .high = 1e9,
            .help = help,
            .unit = "per second"};
}

} // namespace

void
PassWorkload::Begin(const PacketPass& pass)
{
    m_pass = pass;
    m_counts = {};
    m_answered = 0;
    m_begun = m_host.Now();
    m_due = m_begun;
    m_fine = 0;
    if (m_pass.rate == 0)
    {
        SendNext();
    }
    else
    {
        SendDue();
    }
}

void
PassWorkload::Pause(std::chrono::nanoseconds time)
{
    m_host.WakeAt(PROCESS, m_host.Now() + time, PAUSE_END);
}

void
PassWorkload::SendNext()
{
    Send(static_cast<uint32_t>(m_counts.sent++));
}

void
PassWorkload::SendDue()
{
    while (m_counts.sent < m_pass.packets && m_due <= m_host.Now())
    {
        SendNext();
        m_due = NextDue();
    }
    if (m_counts.sent < m_pass.packets)
    {
        m_host.WakeAt(PROCESS, m_due, SEND);
    }
}

std::chrono::nanoseconds
PassWorkload::NextDue()
{
    if (m_pass.isPoisson)
    {
        m_fine += DrawExponential(m_host.Draws(), ONE_SECOND * FINE / m_pass.rate);
        return m_begun + std::chrono::nanoseconds{m_fine / FINE};
    }
    return m_begun + std::chrono::nanoseconds{m_counts.sent * ONE_SECOND / m_pass.rate};
}

bool
PassWorkload::OnAnswer(uint32_t /* process */, const PacketAnswer& answer)
{
    const PacketFate fate = answer.isServed ? Judge(answer) : PacketFate::QUEUE_FULL;
    m_counts.Add(fate, answer.nat.verdict);
    ++m_answered;
    const bool isLost = m_counts.Lost() > 0;
    const bool isLast =
        m_counts.sent == m_pass.packets || (m_pass.rate == 0 && m_pass.stopsAtLoss && isLost);
    if (isLast && m_answered == m_counts.sent)
    {
        m_counts.took = m_host.Now() - m_begun;
        OnPassEnd();
    }
    else if (m_pass.rate == 0)
    {
        SendNext();
    }
    return fate == PacketFate::FORWARDED || fate == PacketFate::POLICY;
}

void
PassWorkload::OnWake(uint32_t /* process */, uint32_t tag)
{
    if (tag == SEND)
    {
        SendDue();
    }
    else
    {
        OnPause();
    }
}

std::vector<SettingInfo>
RateSettings()
{
    return {RateSetting("lowest_rate", 1000, "Least rate tried; if it fails, the result is 0."),
            RateSetting("highest_rate", 1'000'000'000, "Greatest rate tried."),
            {.name = "resolution",
             .type = SettingType::NUMBER,
             .defaultValue = 0.01,
             .low = 1e-6,
             .high = 1,
             .help = "The search ends when the least rate that fails is at most that much above "
                     "the greatest that passes, as a share of it."},
            {.name = "pace",
             .type = SettingType::CHOICE,
             .defaultValue = "even",
             .choices = {"even", "poisson"},
             .help = "Whether the times between packets of a trial are equal or exponential."}};
}

LimitSearch::Bounds
RateBounds(const Settings& settings, const std::string& workload)
{
    const LimitSearch::Bounds bounds{
        .lowest = static_cast<uint64_t>(settings.GetInteger("lowest_rate")),
        .highest = static_cast<uint64_t>(settings.GetInteger("highest_rate")),
        .resolution = settings.GetNumber("resolution")};
    if (bounds.lowest > bounds.highest)
    {
        throw ConfigError(fmt::format("{}: lowest_rate {} is above highest_rate {}",
                                      workload,
                                      bounds.lowest,
                                      bounds.highest));
    }
    return bounds;
}

} // namespace bindstorm
