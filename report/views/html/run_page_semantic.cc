#include <algorithm>

#include <fmt/format.h>

#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "report/views/html/run_page.h"
#include "report/words/format.h"
#include "report/words/semantic_tables.h"

namespace bora::report {
namespace {

// Share fooled against severity, a line an attack with its band.
std::string severity_plot(const RunReport& report) {
  constexpr double kThousand = 1000;
  double last = 0.1;
  for (const SemanticAttackResult& attack : report.semantic->attacks)
    for (const int at : attack.severity.curve.event_queries()) last = std::max(last, at / kThousand);
  Plot plot({"severity of the mildest combination", 0, last, {}}, {"fooled, %", 0, 100, {}});
  for (std::size_t place = 0; place < report.semantic->attacks.size(); ++place) {
    const SemanticAttackResult& attack = report.semantic->attacks[place];
    Plot::Points line{{0, 0}}, lower{{0, 0}}, upper{{0, 0}};
    // Steps, the band's too: where a curve rises it has both values.
    const auto add = [](Plot::Points& points, double at, double value) {
      points.emplace_back(at, points.back().second);
      points.emplace_back(at, value);
    };
    std::vector<int> corners = attack.severity.curve.event_queries();
    corners.push_back(static_cast<int>(kThousand * last));
    // None fooled so far is no certainty that none is.
    if (const auto none = attack.severity.curve.interval_at(std::max(1, corners.front() - 1)))
      upper.front().second = 100 * none->high;
    for (const int at : corners) {
      const auto rate = attack.severity.curve.at(at);
      const auto band = attack.severity.curve.interval_at(at);
      if (!rate || !band) continue;
      add(line, at / kThousand, 100 * *rate);
      add(lower, at / kThousand, 100 * band->low);
      add(upper, at / kThousand, 100 * band->high);
    }
    plot.band(lower, upper, static_cast<int>(line_colour(place)));
    plot.line(line, static_cast<int>(line_colour(place)), false, attack.name);
  }
  return plot.svg(
      "Share of instances fooled against the severity of the mildest combination found, a step curve with a "
      "95% band for each attack");
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
  return {{"plot_html", severity_plot(report)},
          {"attacks", std::move(labels)},
          {"severities_html", html(severity_table(report), report)},
          {"weakest", std::move(weakest)}};
}

}  // namespace bora::report
