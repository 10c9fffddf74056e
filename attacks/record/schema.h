// Schema of a run's database: everything that a run found out, and all that a report is made from.
#pragma once

#include "common/layers.h"
#include "runs/run_store.h"

namespace bora::attacks {

inline constexpr int kSchemaVersion = 6;

/// Returns the schema: a table for each row type of run_rows.h, and the table run of the facts (run_facts.h),
/// with what each column and fact is as comments.
const RunSchema& run_schema();

}  // namespace bora::attacks
