/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reproduction.h"

#include "result-difference.h"

#include "model/base/component-spec.h"
#include "results/content-hash.h"
#include "results/result-codec.h"
#include "results/sha256.h"
#include "scenarios/engine/reader/canonical-run-reader.h"
#include "scenarios/engine/runner/experiment.h"
#include "scenarios/engine/runner/run-recorder.h"
#include "scenarios/engine/runner/worker-pool.h"

namespace bindstorm
{

namespace
{

/// A plug-in that was not loaded looks like an allocator that does not exist.
RunSpec
ReadStoredSpec(const StoredRun& stored, const std::string& source)
{
    try
    {
        return ReadCanonicalRun(stored.spec, source);
    }
    catch (const ConfigError& error)
    {
        if (stored.provenance.plugins.empty())
        {
            throw;
        }
        throw ConfigError(std::string(error.what()) +
                          "; the run used plug-ins, which --plugin loads, of SHA-256 " +
                          stored.provenance.plugins);
    }
}

} // namespace

bool
Reproduction::IsEqual() const
{
    return error.empty() && digest == stored.digest && differences.empty();
}

Reproduction
ReproduceRun(const ResultStore& store, RunId id)
{
    Reproduction reproduction;
    reproduction.stored = store.GetRun(id);
    const StoredRun& stored = reproduction.stored;
    const std::string source = store.GetPath().string() + ", run " + std::to_string(id);
    if (stored.kind != RunKind::SIM)
    {
        throw ConfigError(
            source + " is of kind '" +
            std::string(RUN_KIND_NAMES[static_cast<std::size_t>(stored.kind)]) +
            "': it depends on a machine and a moment, only simulations can be reproduced");
    }
    if (stored.specHash != Sha256(stored.spec))
    {
        throw StoreError(store.GetPath(),
                         "run " + std::to_string(id) +
                             ": its specification is not the one it was stored with");
    }
    const RunResult before = store.GetResult(id);
    if (stored.contentHash != ContentHash(before))
    {
        throw StoreError(store.GetPath(),
                         "run " + std::to_string(id) +
                             ": its numbers are not those that were stored");
    }
    const RunSpec spec = ReadStoredSpec(stored, source);
    reproduction.now = GetProvenance(spec);
    CheckRunMemory(spec);
    reproduction.isSameText = spec.canonical == stored.spec;
    reproduction.metrics = before.metrics.size();
    reproduction.tables = before.tables.size();
    WorkerPool(1).Run(
        {0},
        [&](std::size_t /* job */) { return EncodeResult(ExecuteRun(spec)); },
        [&](const WorkerPool::Outcome& outcome)
        {
            reproduction.error = outcome.error;
            if (outcome.error.empty())
            {
                const RunResult after = DecodeResult(outcome.bytes);
                reproduction.digest = after.digest;
                reproduction.differences = DescribeDifferences(before, after);
                if (after.digest == stored.digest && reproduction.differences.empty() &&
                    ContentHash(Normalized(after)) != stored.contentHash)
                {
                    reproduction.differences.emplace_back("metrics or tables in another order");
                }
            }
        },
        []() { return false; });
    return reproduction;
}

} // namespace bindstorm
