// Functions that write HTML. Every text that comes from a run must pass through escape().
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/layers.h"
#include "report/words/marked_text.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns `text` with & < > " ' as character references: safe as text and inside quoted attributes.
std::string escape(std::string_view text);

/// Returns `text` escaped, with possible line breaks (<wbr>) after colons, commas, slashes and bars, for long
/// names of attacks and architectures.
std::string breakable(std::string_view text);

/// Returns a self-contained page, whose content policy forbids all requests. `heading` and `kicker`, the line
/// above it, are text; `body` and `scripts`, which come last, are HTML. If the body has at least four
/// headings <h2 id="...">, links to them come first. Elements of the classes chart, toggle, legend and
/// choices are hidden if scripts do not run.
std::string html_page(std::string_view kicker, std::string_view heading, std::string_view body,
                      std::string_view scripts);

/// Escapes JSON for use inside <script>: the result is equivalent JSON that contains no "<".
std::string escape_json_for_script(std::string_view json);

/// Returns a box that scrolls horizontally on a narrow screen, also by keyboard. `content` and `caption`,
/// from whose first sentence its accessible name is made, are HTML.
std::string scroll_box(std::string_view caption, std::string_view content);

/// Returns a table that is in a scroll_box(). The texts of `table` are HTML, escaped by the caller.
std::string html_table(const ReportTable& table);

/// Returns the text as HTML, with its marks as elements.
std::string html(const MarkedText& marked);

/// Returns the table as HTML, with all text escaped. `head` returns the HTML of a row's first cell, or "" for
/// the default.
using HeadHtml = std::function<std::string(const std::string& text)>;
std::string html(const ReportTable& table, const HeadHtml& head = {});

}  // namespace bora::report
