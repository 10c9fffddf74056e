// Tables for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "report/figures/success_figures.h"

namespace bora::report {

inline constexpr std::size_t kTerminalWidth = 100;  ///< maximum number of characters in a line of a table

/// Table whose first column contains labels. Each column is as wide as its widest cell.
class TextTable {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// Returns the table as lines that end with '\n'. A table wider than `max_width` characters is split into
  /// several, each with the column of labels.
  std::string text(std::size_t max_width) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Adds a row `label` with cell(column) for each of `columns`, which are values or pointers to them.
template <typename Columns, typename Cell>
void add_row(TextTable& table, const std::string& label, const Columns& columns, Cell cell) {
  std::vector<std::string> row{label};
  for (const auto& column : columns) {
    if constexpr (std::is_pointer_v<typename Columns::value_type>)
      row.push_back(cell(*column));
    else
      row.push_back(cell(column));
  }
  table.add(std::move(row));
}

/// Breaks `name`, an attack with its settings, into lines of at most 20 characters. Lines are broken only
/// before the ':' of a setting, so a name or setting that is longer has a longer line of its own.
std::vector<std::string> name_lines(const std::string& name);

/// Adds a row `label` of names, each a list of lines, and further rows for their further lines.
void add_names(TextTable& table, const std::string& label,
               const std::vector<std::vector<std::string>>& names);

/// Adds rows of success within each of `points`, of queries to success, and of queries over successes only,
/// with a column for each of `attacks`.
void add_success(TextTable& table, const std::vector<const SuccessFigures*>& attacks,
                 const std::vector<int>& points);

}  // namespace bora::report
