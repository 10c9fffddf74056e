// A table of a report before it is Markdown or HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bora {

/// Cells are plain text. The first cell of a row is its header.
struct ReportTable {
  std::string caption;
  std::vector<std::pair<std::string, int>> spans;  ///< common headers above columns: {"as published", 3}
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  bool words = false;  ///< cells are words, not figures: Markdown sets them to the left
};

/// As GitHub-flavoured Markdown, the caption below it. A common header goes before each of its columns'
/// names.
std::string markdown(const ReportTable& table);

/// As an HTML table, escaped.
std::string html(const ReportTable& table);

/// Text as it must stand in Markdown to be read as it is, in tables, too.
std::string escape_markdown(const std::string& text);

}  // namespace bora
