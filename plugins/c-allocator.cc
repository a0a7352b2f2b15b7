/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "c-allocator.h"

#include "checked-view.h"

#include <array>
#include <exception>

namespace bindstorm
{

namespace
{

/// What BindstormView::host points to.
struct LentToC
{
    CheckedView view;
    std::exception_ptr failure{}; ///< the first one; C cannot be left by an exception
};

/// Answers a question of a plug-in, with nothing when the answer failed or an earlier one did.
template <class Question>
auto
Answer(BindstormView* asked, Question question) noexcept
{
    auto& lent = *static_cast<LentToC*>(asked->host);
    using Result = decltype(question(lent.view));
    try
    {
        if (!lent.failure)
        {
            return question(lent.view);
        }
    }
    catch (...)
    {
        lent.failure = std::current_exception();
    }
    return Result();
}

int
IsEligible(BindstormView* asked, uint32_t port)
{
    return Answer(asked, [port](CheckedView& lent) { return int{lent.View().IsEligible(port)}; });
}

int
IsFree(BindstormView* asked, uint16_t port)
{
    return Answer(asked, [port](CheckedView& lent) { return int{lent.View().IsFree(port)}; });
}

uint32_t
CountFree(BindstormView* asked)
{
    return Answer(asked, [](CheckedView& lent) { return lent.CountFree(); });
}

uint16_t
SelectFree(BindstormView* asked, uint32_t rank)
{
    return Answer(asked,
                  [rank](CheckedView& lent)
                  { return lent.SelectFree(rank).value_or(uint16_t{0}); });
}

uint32_t
ChainLength(BindstormView* asked, uint16_t port, uint32_t limit)
{
    return Answer(asked,
                  [=](CheckedView& lent)
                  {
                      PortChains* const chains = lent.Chains();
                      return chains != nullptr ? chains->Length(port, limit) : 0;
                  });
}

int
IsPresent(BindstormView* asked, uint16_t port)
{
    return Answer(asked,
                  [port](CheckedView& lent)
                  {
                      PortChains* const chains = lent.Chains();
                      return int{chains != nullptr && chains->IsPresent(port)};
                  });
}

void
MarkBusy(BindstormView* asked, uint16_t port, uint64_t* slots)
{
    Answer(asked, [=](CheckedView& lent) { return lent.MarkBusy(port, slots); });
}

uint32_t
Draw(BindstormView* asked)
{
    return Answer(asked, [](CheckedView& lent) { return lent.Draws().Draw(); });
}

uint32_t
DrawBelow(BindstormView* asked, uint32_t bound)
{
    // Below 0 there is nothing; 0 is what a bound of 1 gives.
    return Answer(asked,
                  [bound](CheckedView& lent)
                  { return lent.Draws().DrawBelow(bound != 0 ? bound : 1); });
}

} // namespace

CAllocator::CAllocator(const BindstormAllocator& description, const ComponentSpec& spec)
    : m_description(description)
{
    if (description.create == nullptr)
    {
        return;
    }
    std::vector<std::optional<std::string>> texts;
    std::vector<const char*> values;
    texts.reserve(description.parameterCount);
    for (uint32_t i = 0; i < description.parameterCount; ++i)
    {
        texts.push_back(spec.Get(description.parameters[i].name));
        values.push_back(texts.back() ? texts.back()->c_str() : nullptr);
    }
    std::array<char, 512> error{};
    m_self = description.create(values.data(), error.data(), error.size());
    if (m_self == nullptr)
    {
        error.back() = '\0';
        throw ConfigError("allocator '" + spec.ToString() + "': " +
                          (error.front() != '\0' ? error.data() : "the plug-in did not make one"));
    }
}

CAllocator::~CAllocator()
{
    if (m_self != nullptr && m_description.destroy != nullptr)
    {
        m_description.destroy(m_self);
    }
}

std::optional<uint16_t>
CAllocator::Choose(PortView& view, DrawSource& draws)
{
    LentToC lent{.view = CheckedView(view, draws)};
    BindstormView asked{};
    asked.size = sizeof(asked);
    asked.low = view.Range().Low();
    asked.high = view.Range().High();
    asked.chains = lent.view.CountChains();
    asked.host = &lent;
    asked.isEligible = IsEligible;
    asked.isFree = IsFree;
    asked.countFree = CountFree;
    asked.selectFree = SelectFree;
    asked.chainLength = ChainLength;
    asked.isPresent = IsPresent;
    asked.markBusy = MarkBusy;
    asked.draw = Draw;
    asked.drawBelow = DrawBelow;
    const int32_t port = m_description.choose(m_self, &asked);
    view.Work() += {.rngDraws = asked.rngDraws,
                    .steps = asked.steps,
                    .probes = asked.probes,
                    .chainScans = asked.chainScans,
                    .nodeVisits = asked.nodeVisits,
                    .locks = asked.locks,
                    .bitmapWords = asked.bitmapWords};
    if (lent.failure)
    {
        std::rethrow_exception(lent.failure);
    }
    if (port == BINDSTORM_GIVE_UP)
    {
        return std::nullopt;
    }
    // Port 0 is never eligible: what is no port at all is refused like any other wrong choice.
    return port >= 0 && port <= 65535 ? static_cast<uint16_t>(port) : uint16_t{0};
}

} // namespace bindstorm
