// SQLite database that stores the results of a long job.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/files/storage_error.h"

namespace bora::runs {

/// Returns the current time as runs store it: "2031-05-07T12:34:56Z".
std::string timestamp();

/// Returns a warning that version `now` of bora continues a run that version `began` began; "" if the
/// versions are equal. noun: "run", "search". effect: what may differ, such as "its trials are not all chosen
/// in the same way".
std::string describe_other_version(const std::string& began, const std::string& now, const std::string& noun,
                                   const std::string& effect);

/// Opens a run's database for reading, also while another process writes to it or on a read-only medium.
/// Throws SQLite::Exception, and InputError if the database has views, triggers or computed columns.
std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& file);

/// Reads a value from a column of a row. NULL makes an optional empty.
inline void read_value(const SQLite::Column& from, std::string& value) {
  value = from.getString();
}
template <typename Number>
requires std::is_arithmetic_v<Number>
void read_value(const SQLite::Column& from, Number& value) {
  if constexpr (std::is_same_v<Number, bool>)
    value = from.getInt() != 0;
  else if constexpr (std::is_floating_point_v<Number>)
    value = from.getDouble();
  else
    value = static_cast<Number>(from.getInt64());
}
template <typename Value>
void read_value(const SQLite::Column& from, std::optional<Value>& value) {
  if (from.isNull())
    value.reset();
  else
    read_value(from, value.emplace());
}

/// Reads the columns of the row that `from` is at into `values`, in order.
template <typename... Values>
void read_columns(SQLite::Statement& from, Values&... values) {
  int column = 0;
  (read_value(from.getColumn(column++), values), ...);
}

/// Schema that all databases of one kind of run share.
struct RunSchema {
  const char* sql;     ///< creates its tables, among them run (key TEXT PRIMARY KEY, value TEXT NOT NULL)
  int version;         ///< PRAGMA user_version
  const char* reader;  ///< command that reads other versions, for messages
};

/// Database to which a run is written by one thread of one process: a lock file beside it keeps other writers
/// out. Committed data are on the disk. Any SQLite failure (full disk, lost permission) is thrown as a
/// StorageError that names the file; data committed before are kept.
class RunStore {
 public:
  /// Returns whether the file holds a run. An empty file, which a full disk may leave, holds none.
  static bool holds_run(const std::filesystem::path& file);
  /// Creates a database and lets `fill` add its first rows. The file appears only if all of this succeeds. An
  /// existing run is replaced atomically if `replaces` is set; else it is an InputError. Throws InputError
  /// also for a folder on a network file system (network_disk.h), and StorageError.
  static RunStore create(const std::filesystem::path& file, const RunSchema& schema,
                         const std::function<void(RunStore&)>& fill, bool replaces = false);
  /// Opens an existing database to resume its run. Throws InputError if it is missing, not a database, of
  /// another schema version, in use, or on a network file system.
  static RunStore open(const std::filesystem::path& file, const RunSchema& schema);
  /// Removes the database of a run that is discarded. Throws InputError if it is in use.
  static void discard(const std::filesystem::path& file);
  ~RunStore();
  RunStore(RunStore&&) noexcept;
  RunStore& operator=(RunStore&&) noexcept;

  /// Begins a transaction: everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  /// Sets the value of a key in the table run, which is added if needed.
  void set(const std::string& key, const std::string& value);
  /// Returns the value with this key from the table run, or "" if it is not set.
  std::string get(const std::string& key) const;

  /// Runs a statement that changes the database, after bind(SQLite::Statement&) has set its parameters. Each
  /// statement is compiled once, because a run executes a few statements hundreds of thousands of times.
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
  /// Does the same with `values` as the parameters; an empty std::optional is NULL.
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
