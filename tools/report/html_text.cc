#include "tools/report/html_text.h"

#include <fmt/format.h>

namespace bora {

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string escape_json_for_script(std::string_view json) {
  std::string out;
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

HtmlTable::HtmlTable(std::string caption, std::vector<std::string> columns)
    : caption_(std::move(caption)), columns_(std::move(columns)) {}

HtmlTable& HtmlTable::group(std::vector<std::pair<std::string, int>> spans) {
  spans_ = std::move(spans);
  return *this;
}

void HtmlTable::add(std::vector<std::string> row) {
  rows_.push_back(std::move(row));
}

std::string HtmlTable::html() const {
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\"><table><caption><span>" + caption_ + "</span></caption><thead>";
  if (!spans_.empty()) {
    out += "<tr>";
    for (const auto& [name, columns] : spans_) {
      out += name.empty() ? fmt::format("<td colspan=\"{}\"></td>", columns)
                          : fmt::format("<th colspan=\"{}\" scope=\"colgroup\">{}</th>", columns, name);
    }
    out += "</tr>";
  }
  out += "<tr>";
  for (const std::string& column : columns_) out += "<th scope=\"col\">" + column + "</th>";
  out += "</tr></thead><tbody>";
  for (const auto& row : rows_) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      out += c == 0 ? "<th scope=\"row\">" + row[c] + "</th>" : "<td>" + row[c] + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string definition_list(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out = "<dl>";
  for (const auto& [name, value] : entries) {
    if (!value.empty()) out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
  }
  return out + "</dl>\n";
}

}  // namespace bora
