// The section that only a semantic run has.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/plot.h"
#include "tools/report/render/semantic_tables.h"

namespace bora {
namespace {

// Share fooled against severity, a line an attack with its band.
std::string severity_plot(const RunSummary& summary) {
  constexpr double kThousand = 1000;
  double last = 0.1;
  for (const SemanticAttackResult& attack : summary.semantic->attacks)
    for (const int at : attack.severity.curve.event_queries()) last = std::max(last, at / kThousand);
  Plot plot({"severity of the mildest combination", 0, last, {}}, {"fooled, %", 0, 100, {}});
  for (std::size_t place = 0; place < summary.semantic->attacks.size(); ++place) {
    const SemanticAttackResult& attack = summary.semantic->attacks[place];
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

}  // namespace

std::string semantic_section(const RunSummary& summary) {
  std::string out =
      "<section aria-labelledby=\"changes\">\n<h2 id=\"changes\">How mild a change fools it</h2>\n"
      "<p>After its first success an attack goes on looking for a milder combination; here is the mildest "
      "that "
      "each found. Severity is measured by the bounds of the threat model: 1 is one change as far as it may "
      "go.</p>\n" +
      severity_plot(summary) + "<ul class=\"legend\">";
  for (const SemanticAttackResult& attack : summary.semantic->attacks)
    out += fmt::format("<li>{}</li>", attack_label(summary, attack.name));
  out += "</ul>\n" + html(severity_table(summary));
  const SemanticAttackResult* mildest = mildest_attack(summary);
  if (mildest == nullptr) return out + "</section>\n";
  out += fmt::format(
      "<h3>Which changes it stands worst</h3>\n<p>In the mildest combinations that {} found, most of the "
      "severity is "
      "of <strong>{}</strong>. What is cheap to change and fools the model soon has a large part.</p>\n",
      attack_label(summary, mildest->name), escape(weakness_text(summary)));
  for (const SemanticAttackResult& attack : summary.semantic->attacks) {
    if (attack.examples == 0) continue;
    const ReportTable table =
        change_table(attack, fmt::format("Changes in the mildest combinations that {} found, {}", attack.name,
                                         count_of(attack.examples, "example")));
    out += &attack == mildest ? html(table)
                              : fmt::format("<details><summary>The same of {}</summary>\n{}</details>\n",
                                            escape(attack.name), html(table));
  }
  return out + "</section>\n";
}

}  // namespace bora
