#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "report/views/html/plot.h"
#include "report/views/html/run_page.h"

namespace bora::report {
namespace {

/// Returns the largest objective so far against the number of queries: a point for each rise, and one at the
/// end.
Plot::Points best_so_far(const std::vector<double>& objectives) {
  Plot::Points points;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    const bool last = i + 1 == objectives.size();
    if (objectives[i] <= best && !last) continue;
    best = std::max(best, objectives[i]);
    points.emplace_back(static_cast<double>(i + 1), best);
  }
  return points;
}

std::string goal_name(const RunRecord& run, const InstanceRecord& instance) {
  return instance.target ? "target " + run.class_name(*instance.target) : "untargeted";
}

}  // namespace

Json objective_values(const RunReport& report) {
  const RunRecord& run = report.run;
  constexpr std::size_t kMostAttacks = 12;
  if (run.semantic() || run.minimise || !run.keeps_queries || run.instances.empty() ||
      report.attacks.size() > kMostAttacks)
    return Json();
  const auto input = run.instances.front().input;
  std::vector<std::int64_t> ids;
  for (const InstanceRecord& instance : run.instances)
    if (instance.input == input) ids.push_back(instance.id);
  const auto objectives = read_objectives(run, ids);
  Json plots = Json::array();
  for (const AttackResult& attack : report.attacks) {
    std::vector<std::pair<std::string, Plot::Points>> lines;
    double last = 1, low = 0, high = 0;
    for (const InstanceRecord& instance : run.instances) {
      const auto found = objectives.find(instance.id);
      if (instance.input != input || instance.attack != attack.name || found == objectives.end()) continue;
      lines.emplace_back(goal_name(run, instance), best_so_far(found->second));
      last = std::max(last, lines.back().second.back().first);
      low = std::min(low, lines.back().second.front().second);
      high = std::max(high, lines.back().second.back().second);
    }
    if (lines.empty()) continue;
    Plot plot({"queries", 0, last, {}}, {"objective", low, high, {}});
    for (std::size_t i = 0; i < lines.size(); ++i)
      plot.line(lines[i].second, static_cast<int>(line_colour(i)), true, lines[i].first);
    plots.push_back(
        {{"label_html", attack_label(report, attack.name)},
         {"plot_html", plot.svg(fmt::format("Largest objective so far of {} against its queries, a "
                                            "step curve for each goal",
                                            attack.name))}});
  }
  if (plots.empty()) return Json();
  return {{"input", fmt::format("record {}", run.inputs.at(static_cast<std::size_t>(input)).record)},
          {"plots", std::move(plots)}};
}

}  // namespace bora::report
