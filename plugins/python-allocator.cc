/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "python-allocator.h"

#include "checked-view.h"
#include "python-process.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

// Messages begin with a letter; numbers are of this machine's byte order, without padding.

namespace bindstorm
{

namespace
{

constexpr std::size_t PORT_BYTES = 65536 / 8;

template <class... Numbers>
std::string
Pack(char kind, Numbers... numbers)
{
    std::string message(1, kind);
    (message.append(reinterpret_cast<const char*>(&numbers), sizeof(numbers)), ...);
    return message;
}

template <class Number>
Number
Unpack(std::string_view message, std::size_t place)
{
    Number number;
    if (message.size() < place + sizeof(number))
    {
        throw std::runtime_error("a plug-in's Python process sent half a message");
    }
    std::memcpy(&number, message.data() + place, sizeof(number));
    return number;
}

/// One bit a port, that of port 0 first.
std::string
ToBits(const PortSet& ports)
{
    std::string bits(PORT_BYTES, '\0');
    for (uint32_t port = 0; port < 65536; ++port)
    {
        if (ports.Contains(static_cast<uint16_t>(port)))
        {
            bits[port / 8] = static_cast<char>(bits[port / 8] | 1 << port % 8);
        }
    }
    return bits;
}

/// What a choice added to the counters by itself.
WorkCounters
UnpackWork(std::string_view message, std::size_t place)
{
    std::array<uint64_t, WorkCounters::SIZE> counts{};
    for (uint64_t& count : counts)
    {
        count = Unpack<uint64_t>(message, place);
        place += sizeof(count);
    }
    return {counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]};
}

} // namespace

std::shared_ptr<PythonProcess>
PythonSource::GetProcess()
{
    auto running = process.lock();
    if (!running || !running->IsOurs())
    {
        running = std::make_shared<PythonProcess>(path, text);
        process = running;
    }
    return running;
}

PythonAllocator::PythonAllocator(std::shared_ptr<PythonSource> source, const ComponentSpec& spec)
    : m_source(std::move(source))
{
    nlohmann::json wanted{{"name", spec.GetName()}};
    wanted["parameters"] = spec.GetParameters();
    m_wanted = wanted.dump();
}

PythonAllocator::~PythonAllocator()
{
    if (m_process && m_process->IsOurs() && m_process.use_count() > 1)
    {
        m_process->Send('D' + nlohmann::json{{"instance", m_instance}}.dump());
    }
}

void
PythonAllocator::NeedInstance()
{
    if (m_process && m_process->IsOurs())
    {
        return;
    }
    m_process = m_source->GetProcess();
    m_reserved = {};
    m_instance = m_process->NextInstance();
    auto wanted = nlohmann::json::parse(m_wanted);
    wanted["instance"] = m_instance;
    m_process->Send('N' + wanted.dump());
    m_process->Receive();
}

void
PythonAllocator::SendChoice(CheckedView& lent)
{
    PortView& view = lent.View();
    const bool isNew = view.Reserved() != m_reserved;
    std::string message = Pack('P',
                               m_instance,
                               view.Range().Low(),
                               view.Range().High(),
                               lent.CountChains(),
                               static_cast<uint8_t>(isNew));
    if (isNew)
    {
        m_reserved = view.Reserved();
        message += ToBits(m_reserved);
    }
    m_process->Send(message);
}

void
PythonAllocator::Answer(CheckedView& lent, std::string_view question)
{
    const auto first = Unpack<uint32_t>(question, 1);
    const auto second = Unpack<uint32_t>(question, 5);
    const auto port = static_cast<uint16_t>(first);
    PortChains* const chains = lent.Chains();
    uint32_t answer = 0;
    switch (question.front())
    {
    case 'f':
        answer = lent.View().IsFree(port) ? 1 : 0;
        break;
    case 'c':
        answer = lent.CountFree();
        break;
    case 's':
        answer = lent.SelectFree(first).value_or(uint16_t{0});
        break;
    case 'l':
        answer = chains != nullptr ? chains->Length(port, second) : 0;
        break;
    case 'p':
        answer = chains != nullptr && chains->IsPresent(port) ? 1 : 0;
        break;
    case 'd':
        answer = lent.Draws().Draw();
        break;
    case 'b':
        answer = lent.Draws().DrawBelow(first);
        break;
    case 'm':
    {
        std::array<uint64_t, PORT_BYTES / 8> words{};
        const uint32_t count = std::max(1U, lent.MarkBusy(port, words.data()));
        m_process->Send({reinterpret_cast<const char*>(words.data()), 8 * std::size_t{count}});
        return;
    }
    default:
        throw std::runtime_error("plug-in '" + m_source->path + "': an unknown question");
    }
    m_process->Send({reinterpret_cast<const char*>(&answer), sizeof(answer)});
}

std::optional<uint16_t>
PythonAllocator::Choose(PortView& view, DrawSource& draws)
{
    NeedInstance();
    CheckedView lent(view, draws);
    SendChoice(lent);
    std::string_view message = m_process->Receive();
    while (message.front() != 'R')
    {
        Answer(lent, message);
        message = m_process->Receive();
    }
    const auto port = Unpack<int32_t>(message, 1);
    view.Work() += UnpackWork(message, 5);
    return port < 0 ? std::nullopt : std::optional(static_cast<uint16_t>(port));
}

} // namespace bindstorm
