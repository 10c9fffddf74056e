#include <algorithm>

#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Number of rows above which the table is folded.
constexpr std::size_t kMostRows = 15;

/// Returns an axis whose range contains the values with a margin.
Plot::Axis axis_of(const std::string& label, const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax_element(values);
  const double room = std::max(0.05 * (*high - *low), 1e-3);
  return {label, *low - room, *high + room};
}

/// Returns a plot of the networks, finalists as dots and the others as rings: robustness over accuracy, if
/// the search measured robustness, or else accuracy over the number of weights. "" for fewer than two
/// networks.
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
          ? "Share of validation images that resisted against validation accuracy, one point for each network"
          : "Validation accuracy against the number of weights, one point for each network");
}

/// Returns the criterion by which the search chose networks.
MarkedText chosen_by(const SearchRecord& search) {
  if (search.objective == "robust") return "accuracy and the share of images that resist a small attack";
  if (search.objective == "accuracy") return "validation accuracy";
  return code(search.objective) + ", an estimate from the losses of their training";
}

}  // namespace

Json search_values(const Assessment& assessment) {
  if (!assessment.search) return Json();
  const SearchRecord& search = *assessment.search;
  return {{"networks", count_of(static_cast<std::int64_t>(search.networks.size()), "network")},
          {"space", search.space},
          {"strategy", search.strategy},
          {"chosen_by_html", html(chosen_by(search))},
          {"finalists", std::ranges::count(search.networks, true, &SearchedNetwork::finalist)},
          {"plot_html", plot(search)},
          {"folded", search.networks.size() > kMostRows},
          {"table_html", html(search_table(assessment))}};
}

}  // namespace bora::report
