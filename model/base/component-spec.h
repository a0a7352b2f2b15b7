/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPONENT_SPEC_H
#define BINDSTORM_COMPONENT_SPEC_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup base
 * A configuration that cannot be used. The message is a sentence that names the input.
 */
class ConfigError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

/**
 * @ingroup base
 * One parameter that a named part (allocator, generator, workload, busy pattern) takes.
 */
struct ParameterInfo
{
    std::string name{};                 ///< as written, e.g. "pick"
    std::string defaultValue{};         ///< empty: no value unless given
    std::vector<std::string> choices{}; ///< allowed words; empty: free text or a number
    std::string help{};                 ///< one sentence
};

/**
 * @ingroup base
 * A part chosen by name with its parameters, written `name` or `name(key=value, key=value)`.
 *
 * A single value without a key is allowed where the part has one parameter, or for its first one:
 * `random(0.9)`. The canonical text lists every parameter that differs from its default, sorted.
 */
class ComponentSpec
{
  public:
    ComponentSpec() = default;

    /**
     * @param name letters, digits, '-', '.' and '_'
     * @param parameters values by key, the empty key for a value without one; a value is not empty
     *        and has none of `(),=`, no control characters and no blanks around it
     * @throws ConfigError for anything that the text form could not carry
     */
    explicit ComponentSpec(std::string name, std::map<std::string, std::string> parameters = {});

    /**
     * @param text `name` or `name(value)` or `name(key=value, ...)`
     * @return the parsed spec; a value without key is stored under the empty key
     * @throws ConfigError when the text has another form
     */
    static ComponentSpec Parse(std::string_view text);

    /// @return the text form, keys sorted
    std::string ToString() const;

    const std::string& GetName() const;
    const std::map<std::string, std::string>& GetParameters() const;

    /**
     * Checks the parameters against what the part takes, gives the empty key its name and drops
     * values that equal the default, so that equal meanings have equal texts.
     * @param known the parameters of the part, the one that may go without a key first
     * @throws ConfigError for an unknown key (with the nearest known one) or a word not allowed
     */
    void Resolve(std::span<const ParameterInfo> known);

    /// @return a copy on which Resolve() was called; throws as that does
    ComponentSpec Resolved(std::span<const ParameterInfo> known) const;

    /// @return the value given or else the default that Resolve() saw; empty optional without both
    std::optional<std::string> Get(std::string_view key) const;

    /// @throws ConfigError when the value is not a whole number in [low, high]
    std::optional<uint64_t> GetInteger(std::string_view key, uint64_t low, uint64_t high) const;

    /// @throws ConfigError when the value is not a finite number in [low, high]
    std::optional<double> GetNumber(std::string_view key, double low, double high) const;

    bool operator==(const ComponentSpec& other) const;

  private:
    std::string m_name;
    std::map<std::string, std::string> m_parameters;
    std::map<std::string, std::string> m_defaults;
};

} // namespace bindstorm

#endif // BINDSTORM_COMPONENT_SPEC_H
