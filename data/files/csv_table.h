// Reader of CSV files by the names of their columns, and quoting of fields.
#pragma once

#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace bora::data {

/// Reader that goes through a CSV text row by row (RFC 4180, but without line breaks in quotes). Skips a byte
/// order mark and empty lines. All errors are InputErrors that name the file and the line.
class CsvReader {
 public:
  /// Makes a reader and reads the header. file: name for messages; trim: whether to remove blanks around
  /// fields, except in quotes. Names in the header are always trimmed. Throws for a quote that is not closed,
  /// as next() does.
  CsvReader(const std::string& text, std::string file, bool trim = false);

  const std::vector<std::string>& header() const { return header_; }
  /// Returns the index of the first column whose name is one of `names`. Throws if there is none.
  std::size_t column(const std::vector<std::string>& names) const;
  /// Reads the next row, and returns false at the end of the text.
  bool next();
  /// Throws unless the row has as many fields as the header.
  void check_width() const;

  const std::vector<std::string>& fields() const { return fields_; }
  int line() const { return line_; }                   ///< line of the row, from 1
  const std::string& where() const { return where_; }  ///< "labels.csv:3", for messages

 private:
  bool read(std::vector<std::string>& fields, bool trim);

  std::istringstream lines_;
  std::string file_, where_;
  std::vector<std::string> header_, fields_;
  int line_ = 0;
  bool trim_;
};

/// Row of a CSV file.
struct CsvRow {
  std::vector<std::string> fields;  ///< fields of the requested columns, in the requested order
  int line = 0;                     ///< line of the file, from 1
  std::string where;                ///< "labels.csv:3", for messages
};

/// Reads these columns of all rows, and then the column `optional` if the file has it. Ignores empty lines,
/// other columns and a byte order mark. Throws InputError naming the line for a missing column, a row that is
/// too short, and a quote that is not closed.
std::vector<CsvRow> read_csv(const std::filesystem::path& file, std::vector<std::string> columns,
                             const std::string& optional = "");

/// Returns `text` as a CSV field: in quotes if it contains a comma, a quote or a line break, or if it begins
/// or ends with a blank.
std::string csv_field(const std::string& text);

}  // namespace bora::data
