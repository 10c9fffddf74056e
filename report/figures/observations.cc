#include "report/figures/observations.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "common/error.h"

namespace bora::report {

bool contradicted(const InstanceRecord& instance) {
  return instance.reached() && instance.verification &&
         !(instance.verification->within && instance.verification->confirmed);
}

bool succeeded(const InstanceRecord& instance) {
  return instance.reached() && !contradicted(instance);
}

bool decided(const InstanceRecord& instance) {
  return instance.reached() || instance.status == InstanceStatus::exhausted;
}

bool final_distance(const InstanceRecord& instance) {
  return has_ended(instance) && instance.status != InstanceStatus::failed && !broke_off(instance);
}

std::optional<WatchedInstance> observe(const InstanceRecord& instance, int largest_budget) {
  if (succeeded(instance)) return WatchedInstance{instance.queries_to_success(), true, instance.input};
  // An attack that gave up early will not succeed later either.
  if (decided(instance)) return WatchedInstance{largest_budget, false, instance.input};
  if (instance.queries == 0 && instance.status != InstanceStatus::failed) return std::nullopt;
  return WatchedInstance{instance.queries, false, instance.input};
}

SuccessFigures distance_figures(const RunRecord& run, const std::string& attack, Found example, double unit,
                                int beyond, std::span<const int> points) {
  std::vector<WatchedInstance> observations;
  int unseen = 0;
  for (const InstanceRecord& instance : run.instances) {
    if (instance.attack != attack) continue;
    if (!final_distance(instance)) {
      ++unseen;
    } else if (succeeded(instance) && !instance.nearer.empty()) {
      const NearerRow& row = example == Found::first ? instance.nearer.front() : instance.nearer.back();
      // Distances are stored in single precision, so rounding may put one slightly above the bound.
      const auto at = static_cast<int>(std::ceil(row.distance / unit * (1 - 1e-6) - 1e-6));
      observations.push_back({std::max(1, at), true, instance.input});
    } else {
      observations.push_back({beyond, false, instance.input});
    }
  }
  return success_figures(std::move(observations), points, unseen);
}

std::vector<int> chosen_points(const std::vector<int>& asked, const RunFacts& run, int budget) {
  if (asked.empty()) {
    if (run.on_graphs()) return points_up_to(budget, {10, 100, 1000, 10000});
    return run.semantic() ? points_up_to(budget, {10, 25, 50, 100, 200, 500, 1000})
                          : points_up_to(budget, {10, 50, 100, 200, 500, 1000});
  }
  std::set<int> points(asked.begin(), asked.end());
  for (const int queries : points)
    if (queries < 1 || queries > budget)
      throw InputError("--points: got {}, expected query numbers from 1 to the budget, {}", queries, budget);
  points.insert(budget);
  return {points.begin(), points.end()};
}

bool is_white_box(const RunRecord& run, const std::string& attack) {
  const auto facts = run.attack_facts.find(attack);
  return facts != run.attack_facts.end() && facts->second.access == "gradients";
}

std::vector<std::string> attack_names(const RunRecord& run) {
  std::vector<std::string> names = run.attacks;
  for (const InstanceRecord& instance : run.instances)
    if (std::find(names.begin(), names.end(), instance.attack) == names.end())
      names.push_back(instance.attack);
  return names;
}

}  // namespace bora::report
