// SQL of a table and the binding of its rows, from the columns that a row type visits (run_rows.h).
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "attacks/record/run_rows.h"
#include "runs/run_store.h"

namespace bora::attacks {

/// Columns to read: all, or all but BLOBs, which may be gigabytes.
enum class Columns { all, without_blobs };

/// Calls use(name, value, rule, text) for all columns of a row type, with the values of a default row.
template <typename Row, typename Use>
void for_each_column(Use&& use) {
  const Row row{};
  Row::columns(row, use);
}

/// Returns the comma-separated names of the columns.
template <typename Row>
std::string column_names(Columns columns = Columns::all) {
  std::string names;
  for_each_column<Row>([&](const char* name, const auto&, const ColumnRule& rule, const char*) {
    if (columns == Columns::all || !rule.is_blob()) names += (names.empty() ? "" : ", ") + std::string(name);
  });
  return names;
}

/// Returns the comma-separated names of the columns of the primary key.
template <typename Row>
std::string key_names() {
  std::string names;
  int left = Row::kTable.keys;
  for_each_column<Row>([&](const char* name, const auto&, const ColumnRule&, const char*) {
    if (left-- > 0) names += (names.empty() ? "" : ", ") + std::string(name);
  });
  return names;
}

/// Returns the statement that inserts a row, with a parameter for each column. `verb`: INSERT, INSERT OR
/// IGNORE or INSERT OR REPLACE.
template <typename Row>
std::string insert_sql(const char* verb = "INSERT") {
  std::string marks;
  for_each_column<Row>([&](auto&&...) { marks += marks.empty() ? "?" : ", ?"; });
  return fmt::format("{} INTO {} ({}) VALUES ({})", verb, Row::kTable.name, column_names<Row>(), marks);
}

/// Returns the statement that selects all rows in the order of their keys. `where`: condition on rows; "":
/// all.
template <typename Row>
std::string select_sql(const std::string& where = "", Columns columns = Columns::all) {
  return fmt::format("SELECT {} FROM {}{} ORDER BY {}", column_names<Row>(columns), Row::kTable.name,
                     where.empty() ? "" : " WHERE " + where, key_names<Row>());
}

/// Binds a value to parameter `index`, counted from 1, of a statement. Strings and vectors that are stored as
/// BLOB are not copied and must outlive the execution.
void bind_value(SQLite::Statement& to, int index, const ColumnRule& rule, const std::string& value);
void bind_value(SQLite::Statement& to, int index, const ColumnRule& rule, const std::vector<float>& value);
void bind_value(SQLite::Statement& to, int index, const ColumnRule& rule, InstanceStatus value);
template <typename Number>
requires std::is_arithmetic_v<Number>
void bind_value(SQLite::Statement& to, int index, const ColumnRule& /*rule*/, Number value) {
  if constexpr (std::is_floating_point_v<Number>)
    to.bind(index, static_cast<double>(value));
  else
    to.bind(index, static_cast<std::int64_t>(value));
}
template <typename Value>
void bind_value(SQLite::Statement& to, int index, const ColumnRule& rule, const std::optional<Value>& value) {
  value ? bind_value(to, index, rule, *value) : to.bind(index);
}

/// Binds a row to the parameters of insert_sql(). The row must outlive the execution of the statement.
template <typename Row>
void bind_row(SQLite::Statement& to, const Row& row) {
  int index = 0;
  Row::columns(row, [&](const char*, const auto& value, const ColumnRule& rule, const char*) {
    bind_value(to, ++index, rule, value);
  });
}

/// Reads a value from a column that a statement has returned.
using runs::read_value;
void read_value(const SQLite::Column& from, std::vector<float>& value);
void read_value(const SQLite::Column& from, InstanceStatus& value);

/// Reads a row from a result of select_sql() with the same `columns`.
template <typename Row>
void read_row(SQLite::Statement& from, Row& row, Columns columns = Columns::all) {
  int index = 0;
  Row::columns(row, [&](const char*, auto& value, const ColumnRule& rule, const char*) {
    if (columns == Columns::all || !rule.is_blob()) read_value(from.getColumn(index++), value);
  });
}

/// Calls use(row) for each row, in the order of their keys.
template <typename Row, typename Use>
void for_each_row(const SQLite::Database& database, Use use, Columns columns = Columns::all) {
  SQLite::Statement rows(database, select_sql<Row>("", columns));
  for (Row row; rows.executeStep();) {
    read_row(rows, row, columns);
    use(row);
  }
}

}  // namespace bora::attacks
