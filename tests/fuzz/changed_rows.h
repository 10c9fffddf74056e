// Databases of runs with changed values.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "common/layers.h"

namespace bora::fuzz {

/// A valid database, of which others are made.
class ChangedRows {
 public:
  /// database: the bytes of its file.
  explicit ChangedRows(const std::string& database);
  /// Writes it below folder(), with a value changed for each line, and returns its path. The first three
  /// characters of a line name column, row and type of the value, which is the rest. What the database's own
  /// constraints refuse stays as it was.
  std::filesystem::path write(const std::string& name, std::string_view lines);

 private:
  void change(const std::string& line);

  // In memory. It stays valid, since changes are not committed.
  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE};
  std::vector<SQLite::Statement> updates_;  // UPDATE of each column, with a value and the number of a row
};

}  // namespace bora::fuzz
