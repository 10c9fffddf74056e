// A table of a report before it is Markdown or HTML.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Cells are plain text. The first cell of a row is its header.
struct ReportTable {
  std::string caption = {};
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::string>> rows = {};
  std::vector<std::pair<std::string, int>> spans = {};  ///< common headers above columns: {"as published", 3}
  bool words = false;     ///< cells are words, not figures: Markdown sets them to the left
  std::size_t names = 0;  ///< column of long names such as architectures; 0: none

  /// Adds a row, and returns it for further cells. The reference holds until the next row is added.
  std::vector<std::string>& add(std::vector<std::string> row) { return rows.emplace_back(std::move(row)); }
};

/// Returns the table as GitHub-flavoured Markdown with the caption below it. A common header is put before
/// the name of each of its columns.
std::string markdown(const ReportTable& table);

/// Returns `text` escaped for Markdown, also for use in tables.
std::string escape_markdown(const std::string& text);

}  // namespace bora::report
