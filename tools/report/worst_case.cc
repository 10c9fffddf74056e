#include "tools/report/worst_case.h"

#include <map>
#include <utility>

namespace bora {

WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out) {
  using InstanceKey = std::pair<int, int>;  // image, target or -1
  struct State {
    bool fooled = false;
    bool open = false;  // an instance has not been tried to the end
  };
  std::map<InstanceKey, State> instances;
  for (const InstanceRecord& instance : run.instances) {
    if (left_out.count(instance.attack) > 0) continue;
    State& state = instances[{instance.input, instance.target.value_or(-1)}];
    if (instance.status == InstanceStatus::success) {
      state.fooled = true;
    } else if (instance.status != InstanceStatus::exhausted) {
      state.open = true;
    }
  }
  WorstCase worst;
  std::map<int, State> images;
  for (const auto& [key, state] : instances) {
    State& image = images[key.first];
    image.fooled = image.fooled || state.fooled;
    image.open = image.open || state.open;
    if (state.open && !state.fooled) continue;
    ++worst.instances;
    worst.instances_fooled += state.fooled ? 1 : 0;
  }
  if (worst.instances > 0) {
    worst.instances_interval =
        wilson_interval(static_cast<double>(worst.instances_fooled) / worst.instances, worst.instances);
  }
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    const InputRecord& image = run.inputs[i];
    const bool misclassified = image.predicted != image.label;
    if (!image.attacked && !misclassified) continue;  // nothing was tried on it: no word about it
    ++worst.images;
    const auto it = images.find(static_cast<int>(i));
    if (misclassified) {
      ++worst.misclassified;
    } else if (it != images.end() && it->second.fooled) {
      ++worst.fooled;
    } else if (it == images.end() || it->second.open) {
      ++worst.undecided;
    }
  }
  if (worst.images > 0) {
    const double n = worst.images;
    worst.accuracy_low = worst.resisted() / n;
    worst.accuracy_high = (worst.resisted() + worst.undecided) / n;
    worst.interval =
        Interval{wilson_interval(*worst.accuracy_low, n).low, wilson_interval(*worst.accuracy_high, n).high};
  }
  return worst;
}

}  // namespace bora
