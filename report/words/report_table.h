// Table of a report, from which Markdown and HTML are made.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Table whose cells are plain text. The first cell of a row is the row's header.
struct ReportTable {
  std::string caption = {};
  std::vector<std::string> columns = {};
  std::vector<std::vector<std::string>> rows = {};
  std::vector<std::pair<std::string, int>> spans = {};  ///< common headers above columns: {"as published", 3}
  bool words = false;     ///< whether cells are words, not figures; Markdown aligns words to the left
  std::size_t names = 0;  ///< index of a column of long names such as architectures; 0: none

  /// Adds a row and returns it for further cells. The reference is valid until the next row is added.
  std::vector<std::string>& add(std::vector<std::string> row) { return rows.emplace_back(std::move(row)); }
};

/// Returns the table as GitHub-flavoured Markdown with the caption below it. The common header of a column
/// comes before the column's name.
std::string markdown(const ReportTable& table);

/// Returns `text` escaped for GitHub-flavoured Markdown, so that it is shown as it is at the beginning of a
/// line, inside it and in tables. Control characters become blanks.
std::string escape_markdown(const std::string& text);

/// Appends `text` to `out`, escaped as what follows there.
void append_markdown(std::string& out, const std::string& text);

}  // namespace bora::report
