#include "tools/report/observations.h"

#include <algorithm>

namespace bora {

std::optional<WatchedInstance> observe(const InstanceRecord& instance, const RunRecord& run) {
  if (instance.status == InstanceStatus::success)
    return WatchedInstance{instance.queries, true, instance.input};
  // An attack that gave up early will not succeed later either: watched to the budget's end.
  if (instance.status == InstanceStatus::exhausted) return WatchedInstance{run.budget, false, instance.input};
  if (instance.queries == 0) return std::nullopt;
  return WatchedInstance{instance.queries, false, instance.input};
}

std::vector<int> report_points(int budget) {
  std::vector<int> points;
  for (const int queries : {10, 50, 100, 200, 500, 1000}) {
    if (queries < budget) points.push_back(queries);
  }
  points.push_back(budget);
  return points;
}

std::vector<std::string> attack_names(const RunRecord& run) {
  std::vector<std::string> names = run.attacks;
  for (const InstanceRecord& instance : run.instances) {
    if (std::find(names.begin(), names.end(), instance.attack) == names.end())
      names.push_back(instance.attack);
  }
  return names;
}

}  // namespace bora
