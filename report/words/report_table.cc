#include "report/words/report_table.h"

#include <fmt/format.h>

#include "common/wrapped.h"

namespace bora::report {
namespace {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    const std::string escaped = escape_markdown(cell);
    // At the beginning of a cell, ">" does not start a quotation.
    out += fmt::format(" {} |", escaped.starts_with("\\> ") ? escaped.substr(1) : escaped);
  }
  return out + "\n";
}

}  // namespace

std::string escape_markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    const bool links = c == '(' && !out.empty() && out.back() == ']';  // [text](address)
    if (links || std::string("\\`*_|<>#^~").find(c) != std::string::npos) out += '\\';
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

}  // namespace bora::report
