// Functions that find and open a run's database for reading. Another process may be writing it, and it may be
// on a read-only medium.
#pragma once

#include <filesystem>
#include <memory>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"

namespace bora::attacks {

/// Returns the path of the database in a run's folder, or `path` itself if it is a file. Throws InputError if
/// there is none.
std::filesystem::path run_database_path(const std::filesystem::path& path);

/// Opens a snapshot of a run's database, which a running attack does not change. Throws SQLite::Exception,
/// and InputError unless it is the database of a run with this schema version.
std::unique_ptr<SQLite::Database> open_run_database(const std::filesystem::path& file);

/// Returns the error for a database that SQLite cannot read.
inline InputError unreadable_database(const std::filesystem::path& file, const SQLite::Exception& error) {
  return InputError("{}: not a readable run database: {}", file.string(), printable(error.what()));
}

/// Calls `read` with the opened database and returns its result. Converts SQLite exceptions to InputError.
template <typename Read>
auto with_run_database(const std::filesystem::path& file, Read read) {
  try {
    const auto database = open_run_database(file);
    return read(*database);
  } catch (const SQLite::Exception& error) {
    throw unreadable_database(file, error);
  }
}

}  // namespace bora::attacks
