// Pieces of HTML. Every text that comes from a run passes through escape().
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "report/words/marked_text.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Returns `text` with & < > " ' as character references: safe as text and inside quoted attributes.
std::string escape(std::string_view text);

/// Returns `text` escaped, with possible line breaks after colons, commas, slashes and bars: names of attacks
/// may be as long as 80 characters, those of architectures longer.
std::string breakable(std::string_view text);

/// Returns a self-contained page, which tells the browser to fetch nothing. `heading` and `kicker`, the line
/// above it, are text; `body` and `scripts`, which end the page, are HTML. Where four or more headings are
/// written as <h2 id="...">, links to them come first. Elements of the classes chart, toggle, legend and
/// choices are hidden where no script runs.
std::string html_page(std::string_view kicker, std::string_view heading, std::string_view body,
                      std::string_view scripts);

/// Escapes JSON for use inside <script>: the result has no "</script>" or "<!--" and is equivalent JSON.
std::string escape_json_for_script(std::string_view json);

/// Returns a box that scrolls sideways by itself on a narrow screen, also by keyboard. `content` and
/// `caption`, its name for readers who cannot see it, are HTML.
std::string scroll_box(std::string_view caption, std::string_view content);

/// Returns a table whose texts are HTML, escaped by the caller, in a box that scrolls sideways by itself on a
/// narrow screen.
std::string html_table(const ReportTable& table);

/// Returns the text as HTML, escaped.
std::string html(const MarkedText& marked);

/// Returns the table as HTML, with all text escaped. `head`: gives the HTML of a row's first cell, or "" for
/// the usual one.
using HeadHtml = std::function<std::string(const std::string& text)>;
std::string html(const ReportTable& table, const HeadHtml& head = {});

}  // namespace bora::report
