#include <algorithm>
#include <cmath>

#include "common/json.h"
#include "report/views/html/html_text.h"
#include "report/views/html/run_page.h"
#include "report/words/comparison_words.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

/// Returns a curve for the chart's script: ascending x, and its value and 95% band in percent. `Curve` is
/// SuccessCurve or NormalisedCurve. `corners`: x at which it rises; `first`, `last`: range of the chart's
/// axis.
template <typename Curve, typename X>
Json curve_json(const AttackResult& attack, std::size_t place, const Curve& curve, std::vector<X> corners,
                X first, X last) {
  const X end = std::min(last, std::max(first, static_cast<X>(curve.last_observed())));
  corners.push_back(first);
  // If all instances have succeeded, the curve continues to the end of the axis.
  corners.push_back(curve.at(last) ? last : end);
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  Json json = {{"name", attack.display_name()},
               {"colour", line_colour(place)},
               {"dash", line_dash(place)},
               {"x", Json::array()},
               {"y", Json::array()},
               {"low", Json::array()},
               {"high", Json::array()}};
  const auto hundredths = [](double share) { return std::round(1e4 * share) / 100; };
  for (const X x : corners) {
    const auto rate = curve.at(x);
    const auto band = curve.interval_at(x);
    if (x > last || !rate || !band) continue;
    json["x"].push_back(x);
    json["y"].push_back(hundredths(*rate));
    json["low"].push_back(hundredths(band->low));
    json["high"].push_back(hundredths(band->high));
  }
  return json;
}

/// Returns the data of the chart's script: curves against queries and, for graphs, against queries / n^2.
Json chart_json(const RunReport& report) {
  Json data = {{"budget", report.run.budget}, {"attacks", Json::array()}};
  for (std::size_t place = 0; place < report.attacks.size(); ++place) {
    const AttackResult& attack = report.attacks[place];
    data["attacks"].push_back(
        curve_json(attack, place, attack.curve, attack.curve.event_queries(), 1, report.run.budget));
  }
  if (!report.graphs || report.graphs->points.back() <= 0) return data;
  const GraphSummary& graphs = *report.graphs;
  const double last = graphs.points.back();
  double first = last;
  for (const GraphAttackResult& attack : graphs.attacks)
    for (const double ratio : attack.curve.event_ratios()) first = std::min(first, ratio);
  first = std::pow(10, std::floor(std::log10(first)));
  Json by_size = {
      {"title", "queries / n\u00b2"}, {"first", first}, {"budget", last}, {"attacks", Json::array()}};
  for (std::size_t place = 0; place < graphs.attacks.size(); ++place) {
    const NormalisedCurve& curve = graphs.attacks[place].curve;
    by_size["attacks"].push_back(
        curve_json(report.attacks[place], place, curve, curve.event_ratios(), first, last));
  }
  data["by_size"] = std::move(by_size);
  return data;
}

}  // namespace

Json chart_values(const RunReport& report) {
  const Json data = chart_json(report);
  const bool by_size = data.contains("by_size");
  std::string values = html(curve_table(report.run, report), report);
  if (by_size)
    values += html(curve_table(report.run, report, data["by_size"]["first"].get<double>()), report);
  Json attacks = Json::array();
  for (std::size_t place = 0; place < report.attacks.size(); ++place)
    attacks.push_back({{"place", place}, {"label_html", attack_label(report, report.attacks[place].name)}});
  const std::string json = json_text(data);
  return {{"by_size", by_size},
          {"attacks", std::move(attacks)},
          {"values_html", std::move(values)},
          {"chart_html", escape_json_for_script(json)}};
}

Json result_values(const RunReport& report) {
  const ReportTable independent = independent_table(report);
  Json comparisons;
  if (!report.comparisons.empty())
    comparisons = {{"last_html", html(comparison_table(report.comparisons, report.points))},
                   {"fewer_html", html(checkpoint_table(report.comparisons, report.points))}};
  return {{"overview_html", html(report.graphs ? accuracy_table(report) : paper_table(report), report)},
          {"success_html", html(success_table(report), report)},
          {"ratios_html", report.graphs ? html(ratio_table(report), report) : ""},
          {"independent_html", independent.rows.empty() ? "" : html(independent, report)},
          {"queries_html", html(queries_table(report), report)},
          {"comparisons", std::move(comparisons)},
          {"seconds_html", html(seconds_table(report.run, report), report)}};
}

}  // namespace bora::report
