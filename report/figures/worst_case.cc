#include "report/figures/worst_case.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

struct State {
  bool fooled = false;
  bool open = false;         // an instance has not been tried to the end
  bool unconfirmed = false;  // an adversarial example did not pass the verifier

  void add(const State& other) {
    fooled = fooled || other.fooled;
    open = open || other.open;
    unconfirmed = unconfirmed || other.unconfirmed;
  }
  Fate fate() const {
    if (fooled) return Fate::fooled;
    if (open) return Fate::open;
    return unconfirmed ? Fate::unconfirmed : Fate::resisted;
  }
};

using InstanceKey = std::pair<int, int>;  // input, target or -1

constexpr double kRounding = 1e-6;  // relative, of distances

std::map<InstanceKey, State> states_of(const RunRecord& run, const std::set<std::string>& left_out,
                                       std::optional<int> within, std::optional<double> bound) {
  std::map<InstanceKey, State> states;
  for (const InstanceRecord& instance : run.instances) {
    if (left_out.count(instance.attack) > 0) continue;
    const bool in_time = !within || (instance.reached() && instance.queries_to_success() <= *within);
    const bool far =
        bound && instance.adversarial && instance.adversarial->distance > *bound * (1 + kRounding);
    // One that is still looking for a nearer example may find one within the bound.
    const bool settled = far ? has_ended(instance) : decided(instance);
    const bool watched = settled || (within && instance.queries >= *within);
    states[{instance.input, instance.target.value_or(-1)}].add(
        {succeeded(instance) && in_time && !far, !watched, contradicted(instance) && in_time && !far});
  }
  return states;
}

// Returns whether all instances are led to one class (--target), to which images of that class are not. Of
// two classes, that is one target for each image, as with all targets.
bool is_of_one_class(const RunRecord& run) {
  const auto config = parse_json(run.config_json);
  if (!config.is_object() || !config.contains("target")) return false;
  const nlohmann::json& target = config["target"];
  const std::string text = target.is_string() ? target.get<std::string>() : json_text(target);
  return !text.empty() && text != "null" && text.front() != '-';
}

}  // namespace

Standing standing(const InputRow& input) {
  if (input.attacked) return Standing::attacked;
  if (input.reason == attacks::kSearched) return Standing::excluded;
  if (input.reason.find("of the target class") != std::string::npos) return Standing::excluded;
  return input.predicted == input.label ? Standing::safe : Standing::misclassified;
}

bool tells_accuracy(const RunRecord& run) {
  if (!run.targeted) return true;
  if (is_of_one_class(run)) return false;
  std::map<int, std::set<int>> targets;  // by input
  for (const InstanceRecord& instance : run.instances)
    if (instance.target) targets[instance.input].insert(*instance.target);
  for (const auto& [input, towards] : targets)
    if (static_cast<int>(towards.size()) < run.classes - 1) return false;
  return true;
}

std::vector<Fate> fates_of(const RunRecord& run, const std::set<std::string>& left_out,
                           std::optional<int> within, std::optional<double> bound) {
  const bool accuracy = tells_accuracy(run);
  std::map<int, State> states;
  for (const auto& [key, state] : states_of(run, left_out, within, bound)) states[key.first].add(state);
  std::vector<Fate> fates;
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    const auto it = states.find(static_cast<int>(i));
    switch (standing(run.inputs[i])) {
      case Standing::excluded:
        fates.push_back(Fate::excluded);
        break;
      case Standing::misclassified:
        fates.push_back(accuracy ? Fate::misclassified : Fate::excluded);
        break;
      case Standing::safe:
        fates.push_back(Fate::safe);
        break;
      case Standing::attacked:
        fates.push_back(it == states.end() ? Fate::open : it->second.fate());
    }
  }
  return fates;
}

WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out,
                     std::optional<double> bound) {
  WorstCase worst;
  worst.accuracy = tells_accuracy(run);
  std::vector<int> clusters;
  std::vector<bool> fooled;
  for (const auto& [key, state] : states_of(run, left_out, {}, bound)) {
    const Fate fate = state.fate();
    if (fate != Fate::fooled && fate != Fate::resisted) continue;
    clusters.push_back(key.first);
    fooled.push_back(fate == Fate::fooled);
    worst.instances_fooled += fate == Fate::fooled ? 1 : 0;
  }
  worst.instances = static_cast<int>(clusters.size());
  if (worst.instances > 0) worst.instances_interval = clustered_interval(clusters, fooled);

  const std::vector<Fate> fates = fates_of(run, left_out, {}, bound);
  const auto count = [&fates](Fate fate) { return static_cast<int>(std::ranges::count(fates, fate)); };
  worst.images = static_cast<int>(fates.size()) - count(Fate::excluded);
  worst.misclassified = count(Fate::misclassified);
  worst.safe = count(Fate::safe);
  worst.fooled = count(Fate::fooled);
  worst.unconfirmed = count(Fate::unconfirmed);
  worst.undecided = count(Fate::open) + worst.unconfirmed;
  if (worst.images == 0) return worst;
  const double n = worst.images;
  worst.accuracy_low = worst.resisted() / n;
  worst.accuracy_high = (worst.resisted() + worst.undecided) / n;
  worst.interval =
      Interval{wilson_interval(*worst.accuracy_low, n).low, wilson_interval(*worst.accuracy_high, n).high};
  return worst;
}

}  // namespace bora::report
