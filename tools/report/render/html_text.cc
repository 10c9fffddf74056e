#include "tools/report/render/html_text.h"

#include <fmt/format.h>

#include "tools/report/render/embedded.h"

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

std::string breakable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += escape(std::string_view(&c, 1));
    if (c == ':' || c == ',' || c == '/') out += "<wbr>";
  }
  return out;
}

std::string figure_cell(const std::string& text) {
  const std::size_t bracket = text.find_first_of("[(");
  if (bracket == std::string::npos || bracket == 0) return fmt::format("<span>{}</span>", escape(text));
  return fmt::format("<span>{}</span> <span>{}</span>", escape(text.substr(0, bracket - 1)),
                     escape(text.substr(bracket)));
}

std::string html_page(std::string_view kicker, std::string_view heading, std::string_view body,
                      std::string_view scripts) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += fmt::format(
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}: {1}</title>\n"
      "<style>\n{2}</style>\n</head>\n<body>\n<main>\n"
      "<header><p class=\"kicker\">{0}</p>\n<h1>{1}</h1></header>\n",
      escape(kicker), escape(heading), page_style());
  page += body;
  page += "</main>\n";
  page += scripts;
  return page + "</body>\n</html>\n";
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
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"table, "
      "scrolls\"><table><caption><span>" +
      caption_ + "</span></caption><thead>";
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
