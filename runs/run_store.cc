#include "runs/run_store.h"

#include <chrono>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/text.h"
#include "runs/lock_file.h"
#include "runs/network_disk.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;

// Longest wait for another process that locks the database briefly, e.g. a reader that checkpoints on
// closing.
constexpr int kBusyTimeoutMs = 10000;

// Returns the files that SQLite makes beside an open database.
std::vector<fs::path> companions(const fs::path& file) {
  return {file.string() + "-wal", file.string() + "-shm", file.string() + "-journal"};
}

// Returns the path as a file: URI for SQLite, followed by `query`.
std::string uri(const fs::path& file, const char* query) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#') {
      out += {'%', kHex[static_cast<unsigned char>(c) >> 4], kHex[c & 15]};
    } else {
      out += c;
    }
  }
  return out + query;
}

// Throws InputError if the database has views, triggers, virtual tables or computed columns. A file from
// another source may give them the names of our tables, and their computation may never end.
void refuse_code(SQLite::Database& database, const fs::path& file) {
  SQLite::Statement found(
      database,
      "SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%' OR "
      "EXISTS (SELECT 1 FROM pragma_table_xinfo(sqlite_master.name) WHERE hidden > 0) LIMIT 1");
  if (found.executeStep())
    throw InputError("{}: '{}' is a view, a trigger or computed, expected tables of values alone",
                     file.string(), printable(found.getColumn(0).getString()));
}

}  // namespace

std::string describe_other_version(const std::string& began, const std::string& now, const std::string& noun,
                                   const std::string& effect) {
  if (began == now) return "";
  return fmt::format(
      "bora {} began this {} and bora {} continues it: if default settings have changed in between, {}",
      began.empty() ? "of an unknown version" : printable(began), noun, now, effect);
}

std::unique_ptr<SQLite::Database> open_for_reading(const fs::path& file) {
  const auto open = [&](const char* query, int mode) {
    auto database =
        std::make_unique<SQLite::Database>(uri(file, query), mode | SQLite::OPEN_URI, kBusyTimeoutMs);
    refuse_code(*database, file);
    return database;
  };
  std::error_code none;
  const auto log_bytes = fs::file_size(file.string() + "-wal", none);
  const bool whole = none || log_bytes == 0;
  // Runs are not written on network file systems, so a file there is a copy: no locks or shared memory
  // needed.
  if (whole && !network_filesystem(mounted_at(file.parent_path())).empty())
    return open("?immutable=1", SQLite::OPEN_READONLY);
  try {
    // Not mode=ro: such a connection could not remove the shared-memory files that reading in WAL mode makes.
    return open("?mode=rw", SQLite::OPEN_READWRITE);
  } catch (const SQLite::Exception&) {
    // On a read-only medium, where these files cannot be made, a database without a log is complete.
    if (!whole) throw;
    return open("?immutable=1", SQLite::OPEN_READONLY);
  }
}

std::string timestamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
}

struct RunStore::State {
  fs::path file;
  std::unique_ptr<LockFile> lock;
  std::string kept =
      "what was stored before is kept, --resume continues from there";  // end of error messages
  SQLite::Database database;
  std::optional<SQLite::Transaction> transaction;
  std::unordered_map<std::string, SQLite::Statement> statements;

  State(const fs::path& path, int flags, std::unique_ptr<LockFile> held)
      : file(path), lock(std::move(held)), database(path.string(), flags, kBusyTimeoutMs) {
    // WAL: a killed process leaves only complete transactions, and reports can be made during the run. FULL:
    // so does a power cut, because commit() returns only when the data are on the disk.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  }
};

RunStore::RunStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunStore::~RunStore() = default;
RunStore::RunStore(RunStore&&) noexcept = default;
RunStore& RunStore::operator=(RunStore&&) noexcept = default;

bool RunStore::holds_run(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return fs::exists(file) && (error || size > 0);
}

// The database has another name until it is complete, because any file with the name of a run can be resumed.
RunStore RunStore::create(const fs::path& file, const RunSchema& schema,
                          const std::function<void(RunStore&)>& fill, bool replaces) {
  const auto refuse_a_run = [&] {
    if (!replaces && holds_run(file))
      throw InputError("{}: already holds a run; add --resume to continue it, or name another --out",
                       file.parent_path().string());
  };
  refuse_a_run();
  refuse_network_disk(file.parent_path());
  auto lock = std::make_unique<LockFile>(file.parent_path() / ".lock");
  refuse_a_run();  // again: another process may have made one before the lock was taken
  const fs::path part = file.string() + ".part";
  const auto remove_part = [&] {
    std::error_code none;
    fs::remove(part, none);
    for (const auto& companion : companions(part)) fs::remove(companion, none);
  };
  remove_part();
  const int as_new = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
  try {
    RunStore made(std::make_unique<State>(part, as_new, std::move(lock)));
    made.state_->kept = "no run was begun";
    made.begin();
    made.state_->database.exec(schema.sql);
    made.state_->database.exec(fmt::format("PRAGMA user_version = {}", schema.version));
    fill(made);
    made.commit();
    // An explicit checkpoint before closing reports a full disk.
    made.state_->database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    lock = std::move(made.state_->lock);
  } catch (const SQLite::Exception& error) {
    remove_part();
    throw StorageError(fmt::format("{}: {}; no run was begun", file.string(), error.what()));
  } catch (...) {
    remove_part();
    throw;
  }
  for (const auto& companion : companions(file)) {
    std::error_code none;
    fs::remove(companion, none);
  }
  std::error_code unmoved;
  fs::rename(part, file, unmoved);
  if (unmoved) throw StorageError(fmt::format("{}: {}; no run was begun", file.string(), unmoved.message()));
  try {
    sync_folder(file.parent_path());
    sync_folder(fs::absolute(file).parent_path().parent_path());
    return RunStore(std::make_unique<State>(file, SQLite::OPEN_READWRITE, std::move(lock)));
  } catch (const std::runtime_error& error) {  // SQLite or a sync failed
    throw StorageError(
        fmt::format("{}: {}; the run is planned, --resume begins it", file.string(), error.what()));
  }
}

RunStore RunStore::open(const fs::path& file, const RunSchema& schema) {
  if (!fs::exists(file)) throw InputError("{}: no run to resume there", file.string());
  if (!holds_run(file))
    throw InputError("{}: is empty: the run ended before it was planned; start it again without --resume",
                     file.string());
  refuse_network_disk(file.parent_path());
  auto lock = std::make_unique<LockFile>(file.parent_path() / ".lock");
  remove_abandoned_parts(file.parent_path());
  try {
    auto state = std::make_unique<State>(file, SQLite::OPEN_READWRITE, std::move(lock));
    refuse_code(state->database, file);
    const int version = state->database.execAndGet("PRAGMA user_version").getInt();
    if (version != schema.version)
      throw InputError("{}: has schema version {}, this program resumes runs of version {} ({} {})",
                       file.string(), version, schema.version, schema.reader,
                       version < schema.version ? "reads it" : "of that version reads it");
    return RunStore(std::move(state));
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_NOTADB && error.getErrorCode() != SQLITE_CORRUPT)
      throw StorageError(fmt::format("{}: {}", file.string(), error.what()));
    throw InputError("{}: not a run database ({})", file.string(), printable(error.what()));
  }
}

void RunStore::discard(const fs::path& file) {
  const LockFile lock(file.parent_path() / ".lock");
  std::error_code none;
  fs::remove(file, none);
  for (const auto& companion : companions(file)) fs::remove(companion, none);
}

void RunStore::begin() {
  guarded([&] { state_->transaction.emplace(state_->database); });
}

void RunStore::commit() {
  guarded([&] {
    state_->transaction->commit();
    state_->transaction.reset();
  });
}

void RunStore::set(const std::string& key, const std::string& value) {
  execute_with("INSERT INTO run VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key,
               value);
}

std::string RunStore::get(const std::string& key) const {
  std::string value;
  guarded([&] {
    SQLite::Statement statement(state_->database, "SELECT value FROM run WHERE key = ?");
    statement.bind(1, key);
    if (statement.executeStep()) value = statement.getColumn(0).getString();
  });
  return value;
}

const fs::path& RunStore::file() const {
  return state_->file;
}

SQLite::Database& RunStore::database() const {
  return state_->database;
}

SQLite::Statement& RunStore::compiled(const char* sql) {
  auto found = state_->statements.find(sql);
  if (found == state_->statements.end())
    found = state_->statements.try_emplace(sql, state_->database, sql).first;
  return found->second;
}

std::string RunStore::failure(const char* what) const {
  return fmt::format("{}: {}; {}", state_->file.string(), what, state_->kept);
}

}  // namespace bora::runs
