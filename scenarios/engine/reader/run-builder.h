/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_BUILDER_H
#define BINDSTORM_RUN_BUILDER_H

#include "config-node.h"
#include "scenario-keys.h"
#include "scenarios/engine/scenario.h"
#include "table-reader.h"

#include "model/base/cost-table.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace bindstorm
{

/**
 * @ingroup engine
 * Makes a run of a file in which the values of this run stand.
 */
class RunBuilder
{
  public:
    /**
     * @param scenario path of the file, from which cost tables are found
     * @param keys the file's hosts and workloads; must outlive this object
     */
    RunBuilder(std::filesystem::path scenario, const ScenarioKeys& keys);

    /// Gives a cost table, to be found under that name before any file is looked for.
    void AddCosts(const std::string& name, const CostTable& costs);

    /// Checks all values that the file gives, also those that every run replaces.
    /// @throws ConfigError as ReadScenario()
    void CheckGiven(const ConfigNode& root) const;

    /// @return the run, without parameters
    /// @throws ConfigError as ReadScenario()
    RunSpec Build(const ConfigNode& root);

  private:
    /// A host or a box.
    template <class Spec>
    struct Built
    {
        Spec spec;
        uint32_t count;
        nlohmann::json canonical;
    };

    /// What was built for the run before, by index, with what it was built from: most axes, seeds
    /// first of all, leave it alone.
    template <class Spec>
    using Kept = std::map<std::size_t, std::pair<ConfigNode, Built<Spec>>>;

    void AddAll(const TableReader& top, RunSpec& run, nlohmann::json& canonical);
    const Built<HostSpec>& FindHost(const ConfigNode& node, std::size_t index);
    const Built<NatBoxSpec>& FindBox(const ConfigNode& node, std::size_t index);
    Built<HostSpec> BuildHost(const ConfigNode& node, const ScenarioKeys::HostName& name);
    Built<NatBoxSpec> BuildBox(const ConfigNode& node, const ScenarioKeys::HostName& name);
    const CostTable& FindCosts(const TableReader& host, const std::string& name);

    std::filesystem::path m_scenario;
    const ScenarioKeys& m_keys;
    std::map<std::string, CostTable> m_costs; ///< read so far, by what the file calls them
    Kept<HostSpec> m_hosts;
    Kept<NatBoxSpec> m_boxes;
};

} // namespace bindstorm

#endif // BINDSTORM_RUN_BUILDER_H
