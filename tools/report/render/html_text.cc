#include "tools/report/render/html_text.h"

#include <algorithm>

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
    if (c == ':' || c == ',' || c == '/' || c == '|') out += "<wbr>";
  }
  return out;
}

std::string figure_cell(const std::string& text) {
  const std::size_t bracket = text.find_first_of("[(");
  if (bracket == std::string::npos || bracket == 0) return fmt::format("<span>{}</span>", escape(text));
  return fmt::format("<span>{}</span> <span>{}</span>", escape(text.substr(0, bracket - 1)),
                     escape(text.substr(bracket)));
}

namespace {

/// Returns the text between the tags, escaped for use in an attribute.
std::string without_tags(std::string_view html) {
  std::string out;
  bool inside = false;
  for (const char c : html) {
    if (c == '<') inside = true;
    if (!inside) out += c == '"' ? std::string("&quot;") : std::string(1, c);
    if (c == '>') inside = false;
  }
  return out;
}

/// Links to the headings that have an id, of a page that has more of them than fit on a screen or two.
std::string contents(std::string_view body) {
  constexpr std::string_view kBefore = "<h2 id=\"", kAfter = "\">", kEnd = "</h2>";
  constexpr int kFewest = 4;
  std::string links;
  int count = 0;
  for (std::size_t at = body.find(kBefore); at != std::string_view::npos; at = body.find(kBefore, at + 1)) {
    const std::size_t id = at + kBefore.size(), id_end = body.find(kAfter, id), end = body.find(kEnd, id);
    if (id_end == std::string_view::npos || end == std::string_view::npos || id_end > end) continue;
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", body.substr(id, id_end - id),
                         without_tags(body.substr(id_end + kAfter.size(), end - id_end - kAfter.size())));
    ++count;
  }
  return count < kFewest
             ? ""
             : "<nav class=\"contents\" aria-label=\"On this page\"><ul>" + links + "</ul></nav>\n";
}

}  // namespace

std::string html_page(std::string_view kicker, std::string_view heading, std::string_view body,
                      std::string_view scripts) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  // Whatever a run's texts held, the browser fetches nothing for this page and sends nothing anywhere.
  page += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'{}; base-uri 'none'; form-action 'none'\">\n",
      scripts.empty() ? "" : "; script-src 'unsafe-inline'");
  // An empty icon, since a browser asks the server of a page without one for it.
  page += fmt::format(
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{0}: {1}</title>\n<link rel=\"icon\" "
      "href=\"data:,\">\n"
      "<style>\n{2}</style>\n<noscript><style>.chart, .toggle, .legend, .choices {{ display: none; "
      "}}</style></noscript>\n</head>\n<body>\n<main>\n"
      "<header><p class=\"kicker\">{0}</p>\n<h1>{1}</h1></header>\n",
      escape(kicker), escape(heading), page_style());
  page += contents(body);
  page += body;
  page += "</main>\n";
  page += scripts;
  return page + "</body>\n</html>\n";
}

std::string scroll_box(std::string_view caption, std::string_view content) {
  // The first sentence is name enough; all of it is read where the table is.
  std::string name = without_tags(caption);
  name.resize(std::min(name.size(), name.find(". ")));
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</div>\n", name,
                     content);
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
  std::string out = "<table><caption><span>" + caption_ + "</span></caption><thead>";
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
  return scroll_box(caption_, out + "</tbody></table>");
}

std::string definition_list(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out = "<dl>";
  for (const auto& [name, value] : entries) {
    if (!value.empty()) out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
  }
  return out + "</dl>\n";
}

}  // namespace bora
