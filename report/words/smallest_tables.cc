#include "report/words/run_tables.h"

#include <climits>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "report/figures/run_texts.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

const char* bound_name(const RunRecord& run) {
  if (run.on_graphs()) return "number of edits";
  if (run.threat == "patch") return "side of the square";
  return run.threat == "l0" ? "number of pixels" : "bound";
}

/// Returns the columns `first`, followed by one for each bound.
std::vector<std::string> bound_columns(const RunRecord& run, const RunSummary& summary,
                                       std::vector<std::string> first) {
  if (summary.smallest->attacks.empty()) return first;
  for (const SmallestPoint& point : summary.smallest->attacks.front().points)
    first.push_back(distance_text(run, point.bound));
  return first;
}

}  // namespace

std::string distance_text(const RunRecord& run, double distance) {
  if (run.on_graphs() || in_pixels(run)) return fmt::format("{:g}", distance);
  if (run.threat == "linf" && !run.continuous) return fmt::format("{:.0f}/255", std::round(distance * 255));
  return fmt::format("{:.3g}", distance);
}

std::string distance_text(const RunRecord& run, const SmallestSummary& summary,
                          const QueryQuantile& quantile) {
  return quantile_text(quantile, [&](int units) { return distance_text(run, units * summary.unit); });
}

ReportTable smallest_table(const RunRecord& run, const RunSummary& summary) {
  ReportTable table{
      fmt::format("In median distances, an instance that resists counts as larger than any distance. Further "
                  "columns: instances fooled in % by a perturbation within each {}, and the 95% interval for "
                  "independent inputs.",
                  bound_name(run)),
      bound_columns(run, summary, {"Attack", "First success, median [95%]", "Smallest, median [95%]"})};
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const SmallestResult& result = summary.smallest->attacks[a];
    std::vector<std::string>& row = table.add(
        {summary.attacks[a].display_name(), distance_text(run, *summary.smallest, result.first.quantiles[1]),
         distance_text(run, *summary.smallest, result.smallest.quantiles[1])});
    for (const SmallestPoint& point : result.points)
      row.push_back(percent_number_with(point.rate, point.interval));
  }
  return table;
}

ReportTable bound_table(const RunRecord& run, const RunSummary& summary) {
  const bool accuracy = summary.worst_case.accuracy;
  ReportTable table{
      fmt::format(
          "{} for each {}, with its 95% interval: larger perturbations do not count. An attack at that "
          "bound only, with the whole budget, may find more.",
          accuracy ? "Accuracy" : "Share not moved to a class asked for", bound_name(run)),
      bound_columns(run, summary, {"Attack"})};
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    std::vector<std::string>& row = table.add({summary.attacks[a].display_name()});
    for (const SmallestPoint& point : summary.smallest->attacks[a].points)
      row.push_back(resistance_text(point.accuracy));
  }
  if (summary.attacks.size() < 2) return table;
  std::vector<std::string>& row =
      table.add({summary.with_white_box ? "black-box attacks together" : "all attacks together"});
  for (const WorstCase& worst : summary.smallest->together) row.push_back(resistance_text(worst));
  return table;
}

std::string smallest_text(const RunRecord& run, const RunSummary& summary) {
  const SmallestResult* best = nullptr;
  // Equal medians, and those that are not reached, are ordered by the share fooled.
  const auto rank = [](const SmallestResult& result) {
    return std::pair(result.smallest.quantiles[1].queries.value_or(INT_MAX),
                     -result.points.back().rate.value_or(0));
  };
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const SmallestResult& result = summary.smallest->attacks[a];
    if (summary.attacks[a].white_box() || summary.attacks[a].successes() == 0) continue;
    if (best == nullptr || rank(result) < rank(*best)) best = &result;
  }
  if (best == nullptr) return "";
  return fmt::format("median {} ({}; at its first success {})",
                     distance_text(run, *summary.smallest, best->smallest.quantiles[1]), best->name,
                     distance_text(run, *summary.smallest, best->first.quantiles[1]));
}

}  // namespace bora::report
