#include "attacks/ledger/run_file.h"

#include <string>

#include "attacks/ledger/schema.h"
#include "runs/run_store.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

/// Views that give the tables of an older database their present shape. They live in this connection alone
/// and hide the tables that they are made of. Schemas 1 and 2 are of images only; before 5, no attempts were
/// counted.
constexpr const char* kOlderTables = R"sql(
CREATE TEMP VIEW inputs AS
  SELECT id, record, name, label, predicted, attacked, reason, 0 AS nodes, 0 AS edges, pixels AS content, scores
  FROM main.images;
CREATE TEMP VIEW instances AS
  SELECT id, attack, image AS input, target, seed,
         (SELECT CAST(value AS INTEGER) FROM main.run WHERE key = 'budget') AS budget, status, queries, queries AS attempts, reason
  FROM main.instances;
CREATE TEMP VIEW adversarials AS
  SELECT instance, predicted, linf AS distance, l2, pixels AS content FROM main.adversarials;
CREATE TEMP VIEW verification AS
  SELECT instance, file, linf AS distance, within, predicted, confirmed FROM main.verification;
CREATE TEMP VIEW run AS
  SELECT CASE key WHEN 'clean_images' THEN 'clean_inputs' ELSE key END AS key, value FROM main.run;
)sql";
constexpr const char* kWithoutAttempts =
    "CREATE TEMP VIEW instances AS SELECT *, queries AS attempts FROM main.instances";

/// Throws InputError unless the database is a run's that can be read; makes an older one readable as a new
/// one.
void check_version(SQLite::Database& database, const fs::path& file) {
  if (!database.tableExists("run") || !database.tableExists("instances")) {
    throw InputError("{}: an SQLite database, but not of a run: it has no tables run and instances",
                     file.string());
  }
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > kSchemaVersion) {
    throw InputError("{}: written by a newer version (schema {}, this program reads up to {})", file.string(),
                     version, kSchemaVersion);
  }
  if (version < 3) {
    database.exec(kOlderTables);
  } else if (version < 5) {
    database.exec(kWithoutAttempts);
  }
}

}  // namespace

fs::path run_database_path(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError("{}: no such run folder", path.string());
  if (fs::is_regular_file(path, error)) return path;
  fs::path file = path / "run.sqlite";
  if (!fs::exists(file, error)) {
    throw InputError("{}: holds no run.sqlite, so it is not a run's folder", path.string());
  }
  return file;
}

std::unique_ptr<SQLite::Database> open_run_database(const fs::path& file) {
  auto database = open_for_reading(file);
  check_version(*database, file);
  database->exec("PRAGMA query_only = 1");
  database->exec("BEGIN");
  return database;
}

}  // namespace bora
