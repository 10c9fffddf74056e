// What a run's database says of the run as a whole: the rows of its table run (schema.h).
#pragma once

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Fills all of the record but its folder, database, inputs, instances and timings. Throws InputError that
/// names the file and the key if one is missing or out of its range.
void read_facts(SQLite::Database& database, const std::filesystem::path& file, RunRecord& run);

}  // namespace bora
