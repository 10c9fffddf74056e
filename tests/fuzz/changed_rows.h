// Databases of runs with changed values.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/layers.h"

namespace bora::fuzz {

/// A valid database, of which others are made.
class ChangedRows {
 public:
  /// database: the bytes of its file.
  explicit ChangedRows(std::string database);
  /// Writes it below folder(), with a value changed for each line, and returns its path. The first three
  /// characters of a line name column, row and type of the value, which is the rest. What the database's own
  /// constraints refuse stays as it was.
  std::filesystem::path write(const std::string& name, std::string_view lines) const;

 private:
  std::string database_;
  std::vector<std::string> updates_;  // UPDATE statements of all columns, for a value and the number of a row
};

}  // namespace bora::fuzz
