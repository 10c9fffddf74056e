// Checks that a run's database agrees with its schema, to detect manipulation and damaged disks.
#pragma once

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_facts.h"

namespace bora::attacks {

/// Checks every column of every row that a report is made from: types, lengths, ranges, and the rows that
/// others refer to. Throws InputError that names the file, the table, the row, the column, its value and what
/// was expected.
void check_rows(SQLite::Database& database, const std::filesystem::path& file, const RunFacts& run);

/// Checks also what is needed to resume a run: whether SQLite can read every page, examples and warm starts,
/// and whether instances and their queries are consistent. For databases of the current schema. Throws as
/// check_rows() does.
void check_resumable(SQLite::Database& database, const std::filesystem::path& file, const RunFacts& run);

}  // namespace bora::attacks
