// Finds and opens a run's database for reading: another process may be writing it, and it may lie on a
// read-only medium.
#pragma once

#include <filesystem>
#include <memory>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"

namespace bora::attacks {

/// Returns the database that a run's folder holds, or `path` if it is a file. Throws InputError if missing.
std::filesystem::path run_database_path(const std::filesystem::path& path);

/// Opens a snapshot of a run's database, which a running attack does not change. Throws SQLite::Exception,
/// and InputError unless it is the database of a run with this schema version.
std::unique_ptr<SQLite::Database> open_run_database(const std::filesystem::path& file);

/// Runs `read` on the database and converts SQLite exceptions to one line about the file.
template <typename Read>
auto with_run_database(const std::filesystem::path& file, Read read) {
  try {
    const auto database = open_run_database(file);
    return read(*database);
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", file.string(), printable(error.what()));
  }
}

}  // namespace bora::attacks
