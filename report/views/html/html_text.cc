#include "report/views/html/html_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/views/formats/figures_json.h"
#include "report/views/html/embedded.h"
#include "report/views/html/page_template.h"

namespace bora::report {

std::string escape(std::string_view text) {
  static const std::map<char, const char*> kReferences{
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto found = kReferences.find(c);
    if (found == kReferences.end())
      out += c;
    else
      out += found->second;
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

namespace {

/// Returns a figure in a cell of a table, escaped. A line may break only before its bracket.
std::string figure_cell(const std::string& text) {
  const std::size_t bracket = text.find_first_of("[(");
  if (bracket == std::string::npos || bracket == 0) return fmt::format("<span>{}</span>", escape(text));
  return fmt::format("<span>{}</span> <span class=\"quiet\">{}</span>", escape(text.substr(0, bracket - 1)),
                     escape(text.substr(bracket)));
}

std::string cell_html(const std::string& cell, bool is_name) {
  // A long word is the name of an architecture, for example, not a figure.
  constexpr std::size_t kLongWord = 30;
  const bool name = is_name || (cell.size() > kLongWord && cell.find(' ') == std::string::npos);
  return name ? "<code>" + breakable(cell) + "</code>" : figure_cell(cell);
}

/// Returns the HTML without tags, escaped for use in an attribute.
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

/// Returns the first sentence of a caption, which is the accessible name of a box. Readers hear the whole
/// caption with the table.
std::string box_name(std::string_view caption) {
  std::string name = without_tags(caption);
  name.resize(std::min(name.size(), name.find(". ")));
  return name;
}

/// Returns links to the headings that have an id; null if there are fewer than four.
Json contents(std::string_view body) {
  constexpr std::string_view kBefore = "<h2 id=\"", kAfter = "\">", kEnd = "</h2>";
  constexpr std::size_t kFewest = 4;
  Json links = Json::array();
  for (std::size_t at = body.find(kBefore); at != std::string_view::npos; at = body.find(kBefore, at + 1)) {
    const std::size_t id = at + kBefore.size(), id_end = body.find(kAfter, id), end = body.find(kEnd, id);
    if (id_end == std::string_view::npos || end == std::string_view::npos || id_end > end) continue;
    links.push_back(
        {{"id", body.substr(id, id_end - id)},
         {"heading_html", without_tags(body.substr(id_end + kAfter.size(), end - id_end - kAfter.size()))}});
  }
  return links.size() < kFewest ? Json() : Json{{"links", std::move(links)}};
}

}  // namespace

std::string html_page(std::string_view kicker, std::string_view heading, std::string_view body,
                      std::string_view scripts) {
  return fill_template("page", {{"kicker", kicker},
                                {"heading", heading},
                                {"style_html", page_style()},
                                {"contents", contents(body)},
                                {"body_html", body},
                                {"scripts_html", scripts}});
}

std::string scroll_box(std::string_view caption, std::string_view content) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</div>\n",
                     box_name(caption), content);
}

std::string escape_json_for_script(std::string_view json) {
  std::string out;
  for (const char c : json) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return out;
}

std::string html_table(const ReportTable& table) {
  Json spans, columns, rows;
  if (!table.spans.empty()) spans["cells"] = Json::array();
  for (const auto& [name, span] : table.spans)
    spans["cells"].push_back({{"name_html", name}, {"columns", span}});
  for (const std::string& column : table.columns) columns.push_back({{"column_html", column}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (std::size_t c = 1; c < row.size(); ++c) cells.push_back({{"cell_html", row[c]}});
    rows.push_back({{"head_html", row.front()}, {"cells", std::move(cells)}});
  }
  return fill_template("table", {{"name_html", box_name(table.caption)},
                                 {"caption_html", table.caption},
                                 {"spans", std::move(spans)},
                                 {"columns", std::move(columns)},
                                 {"rows", std::move(rows)}});
}

std::string html(const MarkedText& marked) {
  std::string out;
  for (const auto& [text, mark] : marked.spans()) {
    switch (mark) {
      case Mark::none:
        out += escape(text);
        break;
      case Mark::strong:
        out += "<strong>" + escape(text) + "</strong>";
        break;
      case Mark::quiet:
        out += "<span class=\"quiet\">" + escape(text) + "</span>";
        break;
      case Mark::code:
        out += "<code>" + escape(text) + "</code>";
        break;
      case Mark::name:
        out += breakable(text);
    }
  }
  return out;
}

std::string html(const ReportTable& table, const HeadHtml& head) {
  ReportTable out{.caption = escape(table.caption)};
  for (const std::string& column : table.columns) out.columns.push_back(escape(column));
  for (const auto& [name, span] : table.spans) out.spans.emplace_back(escape(name), span);
  for (const auto& row : table.rows) {
    std::vector<std::string>& cells = out.add({head ? head(row.front()) : ""});
    if (cells.front().empty()) cells.front() = "<span>" + breakable(row.front()) + "</span>";
    for (std::size_t c = 1; c < row.size(); ++c)
      cells.push_back(cell_html(row[c], c == table.names && c > 0));
  }
  constexpr std::size_t kWide = 6;
  return table.columns.size() < kWide ? html_table(out)
                                      : "<div class=\"wide\">" + html_table(out) + "</div>\n";
}

}  // namespace bora::report
