#include "report/figures/examples.h"

#include <algorithm>
#include <map>

#include "report/figures/observations.h"

namespace bora::report {
namespace {

/// Returns up to `most` successes of one attack.
std::vector<Example> choose_of_attack(const RunRecord& run, const std::string& attack, int most) {
  std::map<int, std::map<int, std::vector<int>>> by_classes;  // label -> class reached -> instances
  int hardest = -1;
  for (int i = 0; i < static_cast<int>(run.instances.size()); ++i) {
    const InstanceRecord& instance = run.instances[i];
    if (instance.attack != attack || !succeeded(instance) || !instance.adversarial) continue;
    by_classes[run.inputs[instance.input].label][instance.adversarial->predicted].push_back(i);
    if (hardest < 0 || instance.queries_to_success() > run.instances[hardest].queries_to_success())
      hardest = i;
  }
  if (hardest < 0 || most < 1) return {};

  std::vector<int> chosen{hardest};
  std::map<int, int> shown_targets;  // class reached -> number of examples chosen
  // Each label in turn adds an example of the class reached that has been chosen least.
  for (bool any = true; any && static_cast<int>(chosen.size()) < most;) {
    any = false;
    for (auto& [label, targets] : by_classes) {
      if (static_cast<int>(chosen.size()) >= most) break;
      std::vector<int>* rarest = nullptr;
      int rarest_target = 0;
      for (auto& [target, instances] : targets) {
        std::erase(instances, hardest);
        if (!instances.empty() &&
            (rarest == nullptr || shown_targets[target] < shown_targets[rarest_target])) {
          rarest = &instances;
          rarest_target = target;
        }
      }
      if (rarest == nullptr) continue;
      chosen.push_back(rarest->front());
      rarest->erase(rarest->begin());
      ++shown_targets[rarest_target];
      any = true;
    }
  }
  std::vector<Example> examples;
  for (const int i : chosen) examples.push_back({i, i == hardest});
  std::sort(examples.begin(), examples.end(), [&](const Example& a, const Example& b) {
    const int of_a = run.instances[a.instance].queries_to_success();
    const int of_b = run.instances[b.instance].queries_to_success();
    return of_a != of_b ? of_a < of_b : a.instance < b.instance;
  });
  return examples;
}

}  // namespace

std::vector<Example> choose_examples(const RunRecord& run, const std::vector<std::string>& attacks,
                                     int most) {
  std::vector<Example> examples;
  for (std::size_t a = 0; a < attacks.size(); ++a) {
    const int left = most - static_cast<int>(examples.size());
    const int share = left / static_cast<int>(attacks.size() - a);
    const std::vector<Example> chosen = choose_of_attack(run, attacks[a], share);
    examples.insert(examples.end(), chosen.begin(), chosen.end());
  }
  return examples;
}

}  // namespace bora::report
