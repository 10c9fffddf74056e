#include "report/figures/smallest_summary.h"

#include <algorithm>
#include <cmath>

#include "report/figures/graph_summary.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"

namespace bora::report {
namespace {

/// Returns the bounds at which success is reported, in units. `counted`: units are grey levels, pixels or
/// edits.
std::vector<int> bounds_up_to(int most, bool counted) {
  if (counted) return points_up_to(most, {1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000});
  constexpr int kParts = 8;
  std::vector<int> bounds;
  for (int part = 1; part <= kParts; ++part) bounds.push_back(most * part / kParts);
  return bounds;
}

}  // namespace

SmallestSummary summarise_smallest(const RunRecord& run, const std::vector<std::string>& attacks,
                                   const std::set<std::string>& white_box) {
  constexpr double kThousand = 1000, kLevel = 1.0 / 255;
  SmallestSummary summary;
  const bool levels = run.threat == "linf" && !run.continuous, pixels = in_pixels(run);
  if (run.edits) {
    for (const InstanceRecord& instance : run.instances)
      summary.most = std::max(summary.most, edits_allowed(*run.edits, run.inputs[instance.input].nodes));
  } else {
    if (!pixels) summary.unit = levels ? kLevel : run.epsilon / kThousand;
    summary.most = static_cast<int>(std::lround(run.epsilon / summary.unit));
  }
  const std::vector<int> bounds = bounds_up_to(summary.most, run.on_graphs() || levels || pixels);
  for (const std::string& name : attacks) {
    SmallestResult result;
    result.name = name;
    const auto figures = [&](Found example) {
      return distance_figures(run, name, example, summary.unit, summary.most + 1, bounds);
    };
    result.smallest = figures(Found::nearest);
    result.first = figures(Found::first);
    std::set<std::string> others(attacks.begin(), attacks.end());
    others.erase(name);
    for (const SuccessPoint& point : result.smallest.points) {
      const double bound = point.queries * summary.unit;
      result.points.push_back({bound, point.rate, point.interval, worst_case(run, others, bound)});
    }
    summary.attacks.push_back(std::move(result));
  }
  for (const int bound : bounds) summary.together.push_back(worst_case(run, white_box, bound * summary.unit));
  return summary;
}

}  // namespace bora::report
