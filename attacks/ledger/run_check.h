// Whether a run's database holds what its schema says: somebody may have tampered with it, or a disk lost
// some of it.
#pragma once

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Looks at every column of every row that a report is made from: types, lengths, ranges, and the rows that
/// others refer to. `run`: with its facts (run_facts.h). Throws InputError that names the file, the table,
/// the row, the column, what stands there and what was expected.
void check_rows(SQLite::Database& database, const std::filesystem::path& file, const RunRecord& run);

/// Besides, at what a run needs to go on: whether SQLite can read every page, examples and lessons, and
/// whether instances and their queries account for each other. Of databases of the present schema. Throws the
/// same.
void check_resumable(SQLite::Database& database, const std::filesystem::path& file, const RunRecord& run);

}  // namespace bora
