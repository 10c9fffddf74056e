// Finding and opening a run's database to read it: another process may be writing it, it may lie on a
// read-only medium, and it may be of an earlier version.
#pragma once

#include <filesystem>
#include <memory>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/error.h"
#include "common/text.h"

namespace bora {

/// The database of a run's folder, or the file itself. Throws InputError if there is none.
std::filesystem::path run_database_path(const std::filesystem::path& path);

/// One snapshot of it, whatever a running attack writes meanwhile, with the tables of schema.h: those of an
/// older one are given their present shape. Throws SQLite::Exception, and InputError unless it is a run's, of
/// this version or an earlier.
std::unique_ptr<SQLite::Database> open_run_database(const std::filesystem::path& file);

/// Runs `read` on the database, turning what SQLite throws into one line about the file.
template <typename Read>
auto with_run_database(const std::filesystem::path& file, Read read) {
  try {
    const auto database = open_run_database(file);
    return read(*database);
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", file.string(), printable(error.what()));
  }
}

}  // namespace bora
