#include "attacks/record/run_file.h"

#include <string>

#include "attacks/record/schema.h"
#include "runs/run_store.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// Returns the program that wrote a database of another kind of run; "" if it does not state one.
std::string program_of(SQLite::Database& database) {
  try {
    SQLite::Statement query(database, "SELECT value FROM run WHERE key = 'program'");
    return query.executeStep() ? query.getColumn(0).getString() : "";
  } catch (const SQLite::Exception&) {
    return "";
  }
}

// Throws InputError unless the database is that of a run with this schema version.
void check_version(SQLite::Database& database, const fs::path& file) {
  if (!database.tableExists("run") || !database.tableExists("instances")) {
    if (const std::string program = program_of(database); !program.empty())
      throw InputError("{}: a run of {}, expected one of bo-attack; {} writes its report itself",
                       file.string(), program, program.substr(0, program.find(' ')));
    throw InputError("{}: an SQLite database, but not of a run: it has no tables run and instances",
                     file.string());
  }
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version != kSchemaVersion)
    throw InputError("{}: written by {} version (schema {}, this program reads {})", file.string(),
                     version > kSchemaVersion ? "a newer" : "an older", version, kSchemaVersion);
}

}  // namespace

fs::path run_database_path(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError("{}: no such run folder", path.string());
  if (fs::is_regular_file(path, error)) return path;
  fs::path file = path / "run.sqlite";
  if (!fs::exists(file, error))
    throw InputError("{}: holds no run.sqlite, so it is not a run's folder", path.string());
  return file;
}

std::unique_ptr<SQLite::Database> open_run_database(const fs::path& file) {
  auto database = open_for_reading(file);
  check_version(*database, file);
  database->exec("PRAGMA query_only = 1");
  database->exec("BEGIN");
  return database;
}

}  // namespace bora::attacks
