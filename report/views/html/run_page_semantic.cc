#include <algorithm>

#include <fmt/format.h>

#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "report/views/html/run_page.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

/// Share of instances that an attack fools as a function of the distance of their nearest example.
struct DistanceCurve {
  const std::string& name;
  const SuccessCurve& curve;  // distances in units in place of queries
};

// Returns a plot of the share fooled against the distance, with a line and a 95% band for each attack.
// `last`: smallest end of the axis, in units.
std::string distance_plot(const std::vector<DistanceCurve>& attacks, double unit, int last,
                          const std::string& axis, const std::string& description) {
  for (const DistanceCurve& attack : attacks)
    for (const int at : attack.curve.event_queries()) last = std::max(last, at);
  Plot plot({axis, 0, last * unit, {}}, {"fooled, %", 0, 100, {}});
  for (std::size_t place = 0; place < attacks.size(); ++place) {
    const SuccessCurve& curve = attacks[place].curve;
    Plot::Points line{{0, 0}}, lower{{0, 0}}, upper{{0, 0}};
    // Line and band are step functions, with two points at each step.
    const auto add = [](Plot::Points& points, double at, double value) {
      points.emplace_back(at, points.back().second);
      points.emplace_back(at, value);
    };
    std::vector<int> corners = curve.event_queries();
    corners.push_back(last);
    // The band begins with the interval of zero successes.
    if (const auto none = curve.interval_at(std::max(1, corners.front() - 1)))
      upper.front().second = 100 * none->high;
    for (const int at : corners) {
      const auto rate = curve.at(at);
      const auto band = curve.interval_at(at);
      if (!rate || !band) continue;
      add(line, at * unit, 100 * *rate);
      add(lower, at * unit, 100 * band->low);
      add(upper, at * unit, 100 * band->high);
    }
    plot.band(lower, upper, static_cast<int>(line_colour(place)));
    plot.line(line, static_cast<int>(line_colour(place)), false, attacks[place].name);
  }
  return plot.svg(description + ", a step curve with a 95% band for each attack");
}

std::string changes_html(const SemanticAttackResult& attack) {
  return html(change_table(attack, fmt::format("Changes in the mildest combinations that {} found, {}",
                                               attack.name, count_of(attack.examples, "example"))));
}

}  // namespace

Json semantic_values(const RunReport& report) {
  if (!report.semantic) return Json();
  Json labels = Json::array(), others = Json::array(), weakest;
  const SemanticAttackResult* mildest = mildest_attack(report);
  for (const SemanticAttackResult& attack : report.semantic->attacks) {
    labels.push_back({{"label_html", attack_label(report, attack.name)}});
    if (attack.examples > 0 && &attack != mildest)
      others.push_back({{"name", attack.name}, {"table_html", changes_html(attack)}});
  }
  if (mildest != nullptr)
    weakest = {{"label_html", attack_label(report, mildest->name)},
               {"changes", weakness_text(report)},
               {"table_html", changes_html(*mildest)},
               {"others", std::move(others)}};
  std::vector<DistanceCurve> curves;
  for (const SemanticAttackResult& attack : report.semantic->attacks)
    curves.push_back({attack.name, attack.severity.curve});
  constexpr double kThousandth = 1e-3;
  constexpr int kShortest = 100;
  return {{"plot_html",
           distance_plot(curves, kThousandth, kShortest, "severity of the mildest combination",
                         "Share of instances fooled against the severity of the mildest combination found")},
          {"attacks", std::move(labels)},
          {"severities_html", html(severity_table(report), report)},
          {"weakest", std::move(weakest)}};
}

Json smallest_values(const RunReport& report) {
  if (!report.smallest) return Json();
  Json labels = Json::array();
  std::vector<DistanceCurve> curves;
  for (const SmallestResult& attack : report.smallest->attacks) {
    labels.push_back({{"label_html", attack_label(report, attack.name)}});
    curves.push_back({attack.name, attack.smallest.curve});
  }
  const std::string axis = report.run.on_graphs() ? "fewest edits" : "smallest distance";
  return {{"plot_html", distance_plot(curves, report.smallest->unit, report.smallest->most, axis,
                                      "Share of instances fooled against the smallest perturbation found")},
          {"attacks", std::move(labels)},
          {"smallest_html", html(smallest_table(report.run, report), report)},
          {"bounds_html", html(bound_table(report.run, report), report)}};
}

}  // namespace bora::report
