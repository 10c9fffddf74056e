// SQLite database that stores the results of a long job.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/files/storage_error.h"

namespace bora::runs {

/// Returns the current time as runs store it: "2031-05-07T12:34:56Z".
std::string timestamp();

/// Opens a run's database for reading: another process may be writing to it, and it may lie on a read-only
/// medium. Throws SQLite::Exception.
std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& file);

/// Schema that the database of a kind of run has.
struct RunSchema {
  const char* sql;     ///< makes its tables; one is run (key TEXT PRIMARY KEY, value TEXT NOT NULL)
  int version;         ///< as PRAGMA user_version
  const char* reader;  ///< the command that reads other versions
};

/// Database of a run, for one thread of one process: a lock file beside it refuses a second writer. What is
/// committed is on the disk. Any SQLite failure (full disk, lost permission) is a StorageError that names the
/// file; what was committed before stays.
class RunStore {
 public:
  /// Returns whether the file holds a run. A file that a full disk left empty holds none.
  static bool holds_run(const std::filesystem::path& file);
  /// Makes a new database with all that `fill` adds to it, or none at all. With `replaces`, a run in the file
  /// stays until the new one takes its place. Throws InputError if there is a run in the file otherwise, or
  /// the disk is one of a network (network_disk.h), and StorageError.
  static RunStore create(const std::filesystem::path& file, const RunSchema& schema,
                         const std::function<void(RunStore&)>& fill, bool replaces = false);
  /// Opens an existing database to resume its run. Throws InputError if it is missing, no database, of
  /// another schema version, in use, or on a disk of a network.
  static RunStore open(const std::filesystem::path& file, const RunSchema& schema);
  /// Removes the database of a run that is discarded. Throws InputError if it is in use.
  static void discard(const std::filesystem::path& file);
  ~RunStore();
  RunStore(RunStore&&) noexcept;
  RunStore& operator=(RunStore&&) noexcept;

  /// Begins a transaction: everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  void set(const std::string& key, const std::string& value);
  std::string get(const std::string& key) const;  ///< "" if absent

  /// Runs a statement that changes the database, after bind(SQLite::Statement&) has set its parameters.
  /// Statements are compiled once, since a run executes the same few some hundred thousand times.
  template <typename Bind>
  void execute(const char* sql, Bind bind) {
    guarded([&] {
      SQLite::Statement& statement = compiled(sql);
      bind(statement);
      statement.exec();
      statement.reset();
      statement.clearBindings();
    });
  }
  /// Does the same with `values` as the parameters; a std::optional without a value is NULL.
  template <typename... Values>
  void execute_with(const char* sql, const Values&... values) {
    execute(sql, [&](SQLite::Statement& statement) {
      int place = 0;
      (bind_value(statement, ++place, values), ...);
    });
  }
  /// Calls read(SQLite::Statement&) for each row of the result.
  template <typename Read>
  void select(const std::string& sql, Read read) const {
    guarded([&] {
      SQLite::Statement statement(database(), sql);
      while (statement.executeStep()) read(statement);
    });
  }

  const std::filesystem::path& file() const;
  SQLite::Database& database() const;

 private:
  struct State;
  explicit RunStore(std::unique_ptr<State> state);
  SQLite::Statement& compiled(const char* sql);
  std::string failure(const char* what) const;

  template <typename Value>
  static void bind_value(SQLite::Statement& statement, int place, const Value& value) {
    if constexpr (requires { value.has_value(); }) {
      value ? statement.bind(place, *value) : statement.bind(place);
    } else {
      statement.bind(place, value);
    }
  }
  template <typename Action>
  void guarded(Action action) const {
    try {
      action();
    } catch (const SQLite::Exception& error) {
      throw StorageError(failure(error.what()));
    }
  }

  std::unique_ptr<State> state_;
};

}  // namespace bora::runs
