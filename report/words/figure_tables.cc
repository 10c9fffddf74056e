#include "report/words/run_tables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "common/text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::vector<std::string> point_columns(const std::vector<int>& points) {
  std::vector<std::string> columns{"Attack"};
  for (const int queries : points) columns.push_back(grouped(queries));
  return columns;
}

/// Returns a row for each attack: its rates at RunSummary::points, each with one of its intervals.
std::vector<std::vector<std::string>> success_rows(const RunSummary& summary,
                                                   std::optional<Interval> SuccessPoint::*interval) {
  std::vector<std::vector<std::string>> rows;
  for (const AttackResult& attack : summary.attacks) {
    std::vector<std::string>& row = rows.emplace_back(1, attack.display_name());
    for (const SuccessPoint& point : attack.points)
      row.push_back(percent_number_with(point.rate, point.*interval));
  }
  return rows;
}

/// Returns the values 1, 2, 5, 10, ... times `first` up to `last`, and `last`.
std::vector<double> round_steps(double first, double last) {
  std::vector<double> steps;
  for (double power = first; power < last; power *= 10)
    for (const int times : {1, 2, 5})
      if (times * power < last * (1 - 1e-9)) steps.push_back(times * power);
  steps.push_back(last);
  return steps;
}

/// Adds a row of the values that a curve has at `steps`.
template <typename X, typename Curve>
void add_curve(ReportTable& table, const AttackResult& attack, const Curve& curve,
               const std::vector<double>& steps) {
  std::vector<std::string>& row = table.add({attack.display_name()});
  for (const double step : steps)
    row.push_back(
        percent_number_with(curve.at(static_cast<X>(step)), curve.interval_at(static_cast<X>(step))));
}

}  // namespace

ReportTable success_table(const RunSummary& summary) {
  return {
      fmt::format("Success in % within a number of queries, and its 95% interval, {}s treated as independent",
                  summary.noun()),
      point_columns(summary.points), success_rows(summary, &SuccessPoint::interval)};
}

ReportTable independent_table(const RunSummary& summary) {
  const bool shared = std::ranges::any_of(
      summary.attacks, [](const AttackResult& attack) { return attack.images < attack.curve.size(); });
  return {"Success in %, with Wilson's 95% interval of as many independent trials as there are instances",
          point_columns(summary.points),
          shared ? success_rows(summary, &SuccessPoint::independent) : ReportTable().rows};
}

ReportTable queries_table(const RunSummary& summary) {
  ReportTable table{
      "Queries to success. Medians and quartiles count failures as longer than the budget (Kaplan-Meier).",
      {"Attack", "Median [95%]", "Quartiles", "Successes", "Median", "Mean", "Max"}};
  const bool l2 = summary.norm == "L2", patch = summary.norm == "patch side";
  const bool pixels = summary.norm == "L0" || patch;
  if (summary.graphs)
    table.columns.emplace_back("Edits, median");
  else if (pixels)
    table.columns.emplace_back(patch ? "Patch side, mean" : "Pixels, mean");
  else if (!l2)
    table.columns.push_back(summary.semantic ? "Severity" : summary.norm);
  if (!summary.graphs) table.columns.emplace_back("L2");
  table.spans = {
      {"", 1}, {"all instances", 2}, {"over successes only", static_cast<int>(table.columns.size()) - 3}};
  const auto mean = [](std::optional<double> value) {
    return value ? fmt::format("{:.3f}", *value) : kUnknown;
  };
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const AttackResult& attack = summary.attacks[a];
    const SuccessfulQueries& only = attack.successful;
    std::vector<std::string>& row = table.add({attack.display_name(), quantile_text(attack.quantiles[1]),
                                               quartiles_text(attack.quantiles), grouped(only.successes)});
    if (only.successes > 0)
      row.insert(row.end(),
                 {fmt::format("{:g}", only.median), fmt::format("{:.1f}", only.mean), grouped(only.max)});
    else
      row.insert(row.end(), 3, kUnknown);
    if (summary.graphs)
      row.push_back(edits_text(summary.graphs->attacks[a]));
    else if (pixels && attack.mean_distance)
      row.push_back(fmt::format("{:g}", std::round(10 * *attack.mean_distance) / 10));
    else if (!l2)
      row.push_back(mean(attack.mean_distance));
    if (!summary.graphs) row.push_back(mean(attack.mean_l2));
  }
  return table;
}

ReportTable seconds_table(const RunRecord& run, const RunSummary& summary) {
  ReportTable table{
      fmt::format(
          "Wall time of the attacks' own computation, summed over instances, also if they ran in parallel. "
          "The victim took {} for all attacks together, the whole run {}.",
          duration(run.victim_seconds), duration(run.wall_seconds)),
      {"Attack", "Queries spent", "Attack's own time", "Per query"}};
  std::set<std::string> parts;
  for (const AttackResult& attack : summary.attacks)
    for (const auto& [part, seconds] : attack.seconds) parts.insert(part);
  parts.erase("total");
  for (const std::string& part : parts) table.columns.push_back("of it: " + part);
  for (const AttackResult& attack : summary.attacks) {
    std::vector<std::string>& row =
        table.add({attack.display_name(), grouped(attack.queries), kUnknown, kUnknown});
    if (attack.attempts != attack.queries)
      row[1] += fmt::format(" ({})", count_of(attack.attempts, "attempt"));
    if (const auto total = attack.seconds.find("total"); total != attack.seconds.end()) {
      row[2] = duration(total->second);
      if (attack.queries > 0)
        row[3] = fmt::format("{:.2f} ms", 1e3 * total->second / static_cast<double>(attack.queries));
    }
    for (const std::string& part : parts) {
      const auto seconds = attack.seconds.find(part);
      row.push_back(seconds == attack.seconds.end() ? "" : duration(seconds->second));
    }
  }
  return table;
}

ReportTable curve_table(const RunRecord& run, const RunSummary& summary, double first_ratio) {
  const bool ratios = first_ratio > 0;
  const std::vector<double> steps =
      ratios ? round_steps(first_ratio, summary.graphs->points.back()) : round_steps(1, run.budget);
  ReportTable table{
      fmt::format("Success in % within a number of {}, and its 95% interval, at marks of the axis",
                  ratios ? "queries per squared number of nodes" : "queries"),
      {"Attack"}};
  for (const double step : steps) table.columns.push_back(fmt::format("{:.6g}", step));
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    if (ratios)
      add_curve<double>(table, summary.attacks[a], summary.graphs->attacks[a].curve, steps);
    else
      add_curve<int>(table, summary.attacks[a], summary.attacks[a].curve, steps);
  }
  return table;
}

}  // namespace bora::report
