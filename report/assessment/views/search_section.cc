#include <algorithm>

#include <fmt/format.h>

#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Tables beyond this are folded: most networks are of little interest.
constexpr std::size_t kMostRows = 15;

/// Room around values for a plot's axis.
Plot::Axis axis_of(const std::string& label, const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax_element(values);
  const double room = std::max(0.05 * (*high - *low), 1e-3);
  return {label, *low - room, *high + room, {}, false};
}

/// Networks as rings, finalists filled: accuracy against robustness, where the search measured it, or
/// weights.
std::string plot(const SearchRecord& search) {
  const bool robust = std::ranges::any_of(
      search.networks, [](const SearchedNetwork& each) { return each.robustness.has_value(); });
  Plot::Points all, finalists;
  std::vector<double> across, up;
  for (const SearchedNetwork& each : search.networks) {
    if (!each.accuracy || (robust && !each.robustness)) continue;
    const double x = robust ? 100 * *each.accuracy : static_cast<double>(each.weights) / 1000;
    const double y = 100 * (robust ? *each.robustness : *each.accuracy);
    (each.finalist ? finalists : all).emplace_back(x, y);
    across.push_back(x);
    up.push_back(y);
  }
  if (across.size() < 2) return "";
  Plot drawn(axis_of(robust ? "validation accuracy, %" : "weights, thousands", across),
             axis_of(robust ? "resisted in the search, %" : "validation accuracy, %", up), 760, 320);
  drawn.dots(all, 6, true);
  drawn.dots(finalists, 1);
  return drawn.svg(
             robust
                 ? "Share of validation images that resisted against validation accuracy, a point a network"
                 : "Validation accuracy against the number of weights, a point a network") +
         "<p class=\"quiet\">Rings: networks the search trained. Dots: finalists.</p>\n";
}

/// As html() of a table, but for architectures, which are long and may break anywhere.
std::string table_of(const Assessment& assessment) {
  const ReportTable rows = search_table(assessment);
  std::vector<std::string> columns;
  for (const std::string& column : rows.columns) columns.push_back(escape(column));
  HtmlTable table(escape(rows.caption), std::move(columns));
  for (const auto& row : rows.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c)
      cells.push_back(c == 1 ? "<code>" + breakable(row[c]) + "</code>" : figure_cell(row[c]));
    table.add(std::move(cells));
  }
  return "<div class=\"wide\">" + table.html() + "</div>\n";
}

std::string chosen_by(const SearchRecord& search) {
  if (search.objective == "robust") return "accuracy and the share of images that resist a small attack";
  if (search.objective == "accuracy") return "validation accuracy";
  return "<code>" + escape(search.objective) + "</code>, an estimate from the losses of their training";
}

}  // namespace

std::string search_section(const Assessment& assessment) {
  if (!assessment.search) return "";
  const SearchRecord& search = *assessment.search;
  const auto finalists = std::ranges::count(search.networks, true, &SearchedNetwork::finalist);
  std::string out = fmt::format(
      "<section aria-labelledby=\"search\">\n"
      "<h2 id=\"search\">The search</h2>\n"
      "<p>{} of space <code>{}</code> by <code>{}</code>, chosen by {}; {} became models here.</p>\n",
      count_of(static_cast<std::int64_t>(search.networks.size()), "network"), escape(search.space),
      escape(search.strategy), chosen_by(search), finalists);
  out += plot(search);
  std::string table = table_of(assessment);
  if (search.networks.size() > kMostRows)
    table = fmt::format("<details><summary>{}, finalists first</summary>\n{}</details>\n",
                        count_of(static_cast<std::int64_t>(search.networks.size()), "network"), table);
  return out + table + "</section>\n";
}

}  // namespace bora::report
