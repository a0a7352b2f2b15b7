/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SELECTION_READER_H
#define BINDSTORM_SELECTION_READER_H

#include "config-node.h"
#include "matrix.h"
#include "scenarios/engine/scenario.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * The parameters of the runs, by which expectations and tables choose among them.
 */
class SelectionReader
{
  public:
    /// Adds the axes and names of some blocks. Those of the file stay known when --set replaces
    /// them, so that a selection that is right for the file is not wrong for a part of it.
    void Add(const std::vector<MatrixBlock>& blocks);

    /// Adds a value that a stored run had, in canonical form.
    /// @throws ConfigError when its key names no setting
    void Add(const std::string& key,
             const std::string& value,
             const ScenarioKeys& keys,
             const Place& place);

    /**
     * @param node an inline table: axis = value
     * @param key the key for messages, e.g. "expect[2].where"
     * @return the selection with values in canonical form
     * @throws ConfigError for what is no axis, and for a value that no run has
     */
    Selection Read(const ConfigNode& node, const std::string& key) const;

    /// @return a list of axis names
    /// @throws ConfigError for a name that is no axis or is given twice
    std::vector<std::string> ReadNames(const ConfigNode& node, const std::string& key) const;

  private:
    struct Axis
    {
        const SettingInfo* info{nullptr};
        std::set<std::string> texts;
    };

    const Axis& Find(const std::string& name, const Place& place, const std::string& key) const;

    std::map<std::string, Axis> m_axes;
};

} // namespace bindstorm

#endif // BINDSTORM_SELECTION_READER_H
