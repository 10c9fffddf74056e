#include "report/words/report_table.h"

#include <fmt/format.h>

#include "common/wrapped.h"
#include "report/views/html/html_text.h"

namespace bora::report {
namespace {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    const std::string escaped = escape_markdown(cell);
    // At the beginning of a cell a ">" starts no quotation.
    out += fmt::format(" {} |", escaped.starts_with("\\> ") ? escaped.substr(1) : escaped);
  }
  return out + "\n";
}

std::string cell_html(const std::string& cell) {
  // One long word is no figure but a name, as of an architecture.
  constexpr std::size_t kLongWord = 30;
  const bool name = cell.size() > kLongWord && cell.find(' ') == std::string::npos;
  return name ? "<code>" + breakable(cell) + "</code>" : figure_cell(cell);
}

}  // namespace

std::string escape_markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if (std::string("\\`*_|<>#^~").find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown(const ReportTable& table) {
  std::vector<std::string> columns = table.columns;
  std::size_t next = 0;
  for (const auto& [name, span] : table.spans) {
    for (int i = 0; i < span && next < columns.size(); ++i, ++next) {
      if (!name.empty()) columns[next] = fmt::format("{}: {}", name, columns[next]);
    }
  }
  std::string out = markdown_row(columns) + "|";
  for (std::size_t c = 0; c < columns.size(); ++c) out += c == 0 || table.words ? " --- |" : " ---: |";
  out += "\n";
  for (const auto& row : table.rows) out += markdown_row(row);
  return out + "\n" + wrapped(escape_markdown(table.caption));
}

std::string html(const ReportTable& table, const HeadHtml& head) {
  std::vector<std::string> columns;
  for (const std::string& column : table.columns) columns.push_back(escape(column));
  HtmlTable out(escape(table.caption), std::move(columns));
  std::vector<std::pair<std::string, int>> spans;
  for (const auto& [name, span] : table.spans) spans.emplace_back(escape(name), span);
  out.group(std::move(spans));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells{head ? head(row.front()) : ""};
    if (cells.front().empty()) cells.front() = "<span>" + breakable(row.front()) + "</span>";
    for (std::size_t c = 1; c < row.size(); ++c) cells.push_back(cell_html(row[c]));
    out.add(std::move(cells));
  }
  constexpr std::size_t kWide = 6;
  return table.columns.size() < kWide ? out.html() : "<div class=\"wide\">" + out.html() + "</div>\n";
}

}  // namespace bora::report
