// Schema of a run's database, which holds all results of a run and all that reports need.
#pragma once

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::attacks {

/// Version of the schema, stored as PRAGMA user_version. Runs of another version are refused.
inline constexpr int kSchemaVersion = 6;

/// Returns the schema: a table for each row type of run_rows.h, and table run for the facts (run_facts.h).
/// SQL comments document each column and fact.
const RunSchema& run_schema();

}  // namespace bora::attacks
