#include "report/words/report_table.h"

#include <string_view>

#include <fmt/format.h>

#include "common/wrapped.h"

namespace bora::report {
namespace {

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    // At the beginning of a cell, ">" does not start a quotation.
    const bool greater = cell.starts_with("> ");
    if (greater) out += '>';
    append_markdown(out, cell.substr(greater ? 1 : 0));
    out += " |";
  }
  return out + "\n";
}

/// Returns the index of the character that must be escaped so that a line that begins with `text` is plain
/// text and not a list item, a task, a rule, the underline of a heading or a row of a table; npos if none
/// must be escaped.
std::size_t block_marker(const std::string& text) {
  for (const char* const task : {"[ ]", "[x]", "[X]"})
    if (text.starts_with(task)) return 0;
  return begins_block(text.substr(0, text.find(' '))) ? text.find_first_not_of("0123456789") : text.npos;
}

}  // namespace

void append_markdown(std::string& out, const std::string& text) {
  constexpr std::string_view kMarkup = "\\`*_|<>#^~&$";
  std::string line = text;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  if (out.empty()) line.erase(0, line.find_first_not_of(' '));  // four blanks would make it code
  const std::size_t marker = out.empty() ? block_marker(line) : line.npos;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i], last = out.empty() ? ' ' : out.back();
    // [text](address), [text][reference], [text]: address; http://address; www.address
    const bool links = (last == ']' && (c == '(' || c == '[' || c == ':')) || (last == ':' && c == '/') ||
                       (c == '.' && out.ends_with("www"));
    if (links || i == marker || kMarkup.find(c) != kMarkup.npos) out += '\\';
    out += c;
  }
}

std::string escape_markdown(const std::string& text) {
  std::string out;
  append_markdown(out, text);
  return out;
}

std::string markdown(const ReportTable& table) {
  std::vector<std::string> columns = table.columns;
  std::size_t next = 0;
  for (const auto& [name, span] : table.spans)
    for (int i = 0; i < span && next < columns.size(); ++i, ++next)
      if (!name.empty()) columns[next] = fmt::format("{}: {}", name, columns[next]);
  std::string out = markdown_row(columns) + "|";
  for (std::size_t c = 0; c < columns.size(); ++c) out += c == 0 || table.words ? " --- |" : " ---: |";
  out += "\n";
  for (const auto& row : table.rows) out += markdown_row(row);
  return out + "\n" + wrapped(escape_markdown(table.caption));
}

}  // namespace bora::report
