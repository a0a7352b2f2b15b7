/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCENARIO_KEYS_H
#define BINDSTORM_SCENARIO_KEYS_H

#include "config-node.h"
#include "schema.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What a key such as "server.program.count" names: a setting of one table of the file.
 */
struct SettingTarget
{
    const SettingInfo* info{nullptr};
    const SchemaTable* table{nullptr};
    std::size_t host{0};     ///< index of the [[host]] or [[nat]], where the table is or is in one
    std::size_t workload{0}; ///< index of the workload within it
};

/**
 * @ingroup engine
 * The hosts, boxes and workloads of a file, and by their names every setting that a matrix axis or
 * --set may give: seed, run, stop, measure.SETTING, HOST.SETTING and HOST.WORKLOAD.SETTING, where
 * HOST may be a box. Names and kinds are not among them, since other keys refer to them.
 */
class ScenarioKeys
{
  public:
    struct WorkloadName
    {
        std::string name;
        WorkloadKind kind;
    };

    struct HostName
    {
        std::string name;
        std::vector<WorkloadName> workloads;
    };

    /// @param root the file
    /// @throws ConfigError for hosts, boxes or workloads without name or kind, with an unknown kind
    /// or the
    ///         name of another one, and for unknown keys in them
    explicit ScenarioKeys(const ConfigNode& root);

    const std::vector<HostName>& Hosts() const;
    const std::vector<HostName>& Boxes() const;

    /**
     * @param key what names a setting
     * @param place where the key was written
     * @param alsoKnown keys that may stand there too, for the message
     * @throws ConfigError for a key that names no setting, with the nearest one that exists
     */
    const SettingTarget& Find(const std::string& key,
                              const Place& place,
                              std::span<const std::string> alsoKnown = {}) const;

    /// Writes a value into the file, as if it had been given there.
    static void Set(ConfigNode& root, const SettingTarget& target, const ConfigNode& value);

  private:
    void ReadHost(const std::string& section, const ConfigNode& node, std::vector<HostName>& hosts);
    void ReadWorkload(const std::string& section,
                      const ConfigNode& node,
                      HostName& host,
                      std::size_t hostIndex);
    bool IsTaken(const std::string& name) const;
    void AddSettings(const std::string& prefix, const SettingTarget& table);

    std::vector<HostName> m_hosts;
    std::vector<HostName> m_boxes;
    std::map<std::string, SettingTarget> m_targets;
};

} // namespace bindstorm

#endif // BINDSTORM_SCENARIO_KEYS_H
