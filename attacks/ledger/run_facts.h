// Facts about a run as a whole: the rows of its database's table run (schema.h).
#pragma once

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Fills all of the record except its folder, database, inputs, instances and timings. Throws InputError that
/// names the file and the key if one is missing or out of its range.
void read_facts(SQLite::Database& database, const std::filesystem::path& file, RunRecord& run);

}  // namespace bora
