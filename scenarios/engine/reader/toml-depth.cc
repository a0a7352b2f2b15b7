/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "toml-depth.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cstddef>

namespace bindstorm
{

namespace
{

constexpr int MOST_BRACKETS = 64;
constexpr int MOST_PARTS = 32;

/// @return position behind the string that begins at a quotation mark
std::size_t
SkipString(std::string_view text, std::size_t begin)
{
    const char quote = text[begin];
    const std::string_view triple = quote == '"' ? R"(""")" : "'''";
    const bool isMultiline = text.substr(begin).starts_with(triple);
    std::size_t at = begin + (isMultiline ? 3 : 1);
    while (at < text.size())
    {
        if (text[at] == '\\' && quote == '"')
        {
            at += 2;
        }
        else if (isMultiline && text.substr(at).starts_with(triple))
        {
            // Up to two quotation marks before the closing ones belong to the string.
            at += 3;
            for (int extra = 0; extra < 2 && at < text.size() && text[at] == quote; ++extra)
            {
                ++at;
            }
            return at;
        }
        else if (!isMultiline && (text[at] == quote || text[at] == '\n'))
        {
            return at + 1;
        }
        else
        {
            ++at;
        }
    }
    return text.size();
}

[[noreturn]] void
RefuseDepth(std::string_view text, std::size_t at, const std::string& name, const std::string& what)
{
    const std::string_view before = text.substr(0, at);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
    throw ConfigError(name + ":" + std::to_string(line) + ":" + std::to_string(at - lineBegin + 1) +
                      ": " + what);
}

} // namespace

void
CheckTomlDepth(std::string_view text, const std::string& name)
{
    int brackets = 0;
    int parts = 1;
    std::size_t at = 0;
    while (at < text.size())
    {
        const char c = text[at];
        switch (c)
        {
        case '#':
            at = std::min(text.find('\n', at), text.size());
            continue;
        case '"':
        case '\'':
            at = SkipString(text, at);
            continue;
        case '[':
        case '{':
            parts = 1;
            if (++brackets > MOST_BRACKETS)
            {
                RefuseDepth(text,
                            at,
                            name,
                            "nested more than " + std::to_string(MOST_BRACKETS) + " brackets deep");
            }
            break;
        case ']':
        case '}':
            parts = 1;
            brackets = std::max(0, brackets - 1);
            break;
        case '.':
            if (++parts > MOST_PARTS)
            {
                RefuseDepth(text,
                            at,
                            name,
                            "key of more than " + std::to_string(MOST_PARTS) + " parts");
            }
            break;
        case '=':
        case ',':
        case '\n':
            parts = 1;
            break;
        default:
            break;
        }
        ++at;
    }
}

} // namespace bindstorm
