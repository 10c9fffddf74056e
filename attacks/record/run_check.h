// Checks of a run's database against its schema, to detect manipulation and damaged disks.
#pragma once

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_facts.h"

namespace bora::attacks {

/// Checks every column of every row that reports use: types, lengths, ranges, and references to other rows.
/// Throws InputError that names the file, the table, the row, the column, its value and what was expected.
void check_rows(SQLite::Database& database, const std::filesystem::path& file, const RunFacts& run);

/// Checks what a resumed run needs in addition to check_rows(): that SQLite can read every page, the rows of
/// examples and warm starts, and that instances and their queries are consistent. The database must have the
/// current schema. Throws InputError as check_rows() does.
void check_resumable(SQLite::Database& database, const std::filesystem::path& file, const RunFacts& run);

}  // namespace bora::attacks
