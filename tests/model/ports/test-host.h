/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TEST_HOST_H
#define BINDSTORM_TEST_HOST_H

#include "model/ports/busy-pattern.h"
#include "model/ports/host-sockets.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * An engine that gives the numbers it is told to, so that a test goes through every draw.
 */
class ScriptedEngine : public RandomEngine
{
  public:
    uint32_t
    Next() override
    {
        return m_next;
    }

    void
    Set(uint32_t next)
    {
        m_next = next;
    }

  private:
    uint32_t m_next{0};
};

/**
 * A host that a test drives: an allocator by its text, a seed, a range.
 */
class TestHost
{
  public:
    explicit TestHost(std::string_view allocator,
                      uint64_t seed = 1,
                      HostSockets::Config config = {},
                      std::string_view engine = "taus88")
        : m_engine(CreateRandomEngine(ComponentSpec::Parse(engine),
                                      StreamSeed(seed, 0, "host", "allocator"))),
          m_busyDraws(*m_engine, m_busyWork)
    {
        config.allocator = ComponentSpec::Parse(allocator);
        m_sockets = std::make_unique<HostSockets>(config, *m_engine);
    }

    /// Binds the ports of a pattern one by one and holds them.
    std::vector<SocketHandle>
    Hold(std::string_view pattern, Protocol protocol = Protocol::UDP)
    {
        const SocketTable::Config& config = m_sockets->Table(protocol).GetConfig();
        std::vector<SocketHandle> held;
        for (const uint16_t port : MakeBusyPorts(ComponentSpec::Parse(pattern),
                                                 config.range,
                                                 config.reserved,
                                                 m_busyDraws))
        {
            held.push_back(m_sockets->Bind(protocol, {}, port).socket);
        }
        return held;
    }

    BindResult
    Bind(const PortRequest& request = {}, uint16_t port = 0)
    {
        return m_sockets->Bind(Protocol::UDP, request, port);
    }

    BindError
    Close(SocketHandle socket)
    {
        return m_sockets->Close(Protocol::UDP, socket);
    }

    /// bind(0), read the port, close. @return 0 when there was none; the bind's work is kept
    uint16_t
    Draw(const PortRequest& request = {})
    {
        const BindResult result = Bind(request);
        m_drawWork = m_sockets->LastWork();
        if (result.error == BindError::NONE)
        {
            Close(result.socket);
        }
        return result.port;
    }

    /// @return what the last Draw() counted for its bind
    const WorkCounters&
    DrawWork() const
    {
        return m_drawWork;
    }

    HostSockets&
    Sockets()
    {
        return *m_sockets;
    }

    SocketTable&
    Table()
    {
        return m_sockets->Table(Protocol::UDP);
    }

  private:
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_busyWork;
    DrawSource m_busyDraws;
    WorkCounters m_drawWork;
    std::unique_ptr<HostSockets> m_sockets;
};

/// @return the name of every registered allocator
inline std::vector<std::string>
AllAllocatorNames()
{
    std::vector<std::string> names;
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        names.push_back(info.name);
    }
    return names;
}

/// @return every registered allocator and every other reading of those that have parameters
inline std::vector<std::string>
AllAllocatorTexts()
{
    std::vector<std::string> texts = AllAllocatorNames();
    for (const std::string_view text : {"linux-2.6.28(lock=table)",
                                        "dumazet-draft-2009-in-range(bias=half)",
                                        "byte-local-2009(pick=lowest)",
                                        "byte-local-2009(pick=nearest)",
                                        "byte-local-2009(full=redraw)",
                                        "byte-local-2009(index=port)",
                                        "byte-local-2009(index=port, full=redraw)",
                                        "byte-local-2009(index=port, pick=nearest)"})
    {
        texts.emplace_back(text);
    }
    return texts;
}

/**
 * @return whether an allocator finds a free port whenever there is one. Those of 2.6.23 and 2.6.27
 * search one chain only; those that draw again may miss.
 */
inline bool
IsExhaustive(std::string_view allocator)
{
    return allocator != "linux-2.6.23" && allocator != "linux-2.6.27" && allocator != "rfc6056-2" &&
           allocator.find("redraw") == std::string_view::npos;
}

/// Names a parameterised test after its allocator.
template <class Info>
std::string
TestName(const Info& info)
{
    std::string name;
    for (const char letter : std::string(info.param))
    {
        const bool isWord = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
        name += isWord ? letter : '_';
    }
    return name;
}

} // namespace bindstorm

#endif // BINDSTORM_TEST_HOST_H
