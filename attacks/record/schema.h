// Schema of a run's database: everything that a run found out, and all that a report is made from.
#pragma once

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::attacks {

/// Version of the schema, stored as PRAGMA user_version. Runs of another version are refused.
inline constexpr int kSchemaVersion = 6;

/// Returns the schema: a table for each row type of run_rows.h, and the table run of the facts (run_facts.h).
/// SQL comments say what each column and fact is.
const RunSchema& run_schema();

}  // namespace bora::attacks
