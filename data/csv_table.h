// Reader of CSV files by the names of their columns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora {

struct CsvRow {
  std::vector<std::string> fields;  ///< fields of the columns asked for, in that order
  int line = 0;                     ///< line of the file, from 1
  std::string where;                ///< "labels.csv:3", for messages
};

/// Returns the rows below the header without empty lines; other columns and a byte order mark are ignored.
/// Throws InputError naming the line for a column that is missing, a row that is too short, and a quote that
/// is not closed.
std::vector<CsvRow> read_csv(const std::filesystem::path& file, const std::vector<std::string>& columns);

}  // namespace bora
