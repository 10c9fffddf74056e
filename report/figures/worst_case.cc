#include "report/figures/worst_case.h"

#include <algorithm>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

/// Results of attacks on an input, or on an (input, target) pair.
struct State {
  bool fooled = false;
  bool open = false;         // an instance has not been tried to the end
  bool unconfirmed = false;  // an adversarial example did not pass the verifier

  void add(const State& other) {
    fooled = fooled || other.fooled;
    open = open || other.open;
    unconfirmed = unconfirmed || other.unconfirmed;
  }
  InputOutcome outcome() const {
    if (fooled) return InputOutcome::fooled;
    if (open) return InputOutcome::open;
    return unconfirmed ? InputOutcome::unconfirmed : InputOutcome::resisted;
  }
};

using InstanceKey = std::pair<int, int>;  // input, target or -1

constexpr double kRounding = 1e-6;  // relative rounding error of distances

/// Returns the joint result of all attacks but `left_out` on each (input, target) pair; see outcomes_of().
std::map<InstanceKey, State> states_of(const RunRecord& run, const std::set<std::string>& left_out,
                                       std::optional<int> within, std::optional<double> bound) {
  std::map<InstanceKey, State> states;
  for (const InstanceRecord& instance : run.instances) {
    if (left_out.count(instance.attack) > 0) continue;
    const bool in_time = !within || (instance.reached() && instance.queries_to_success() <= *within);
    const bool far =
        bound && instance.adversarial && instance.adversarial->distance > *bound * (1 + kRounding);
    // An attack that continues to search for a nearer example, or that broke off, might find one within the
    // bound.
    const bool settled = far ? final_distance(instance) : decided(instance);
    const bool watched = settled || (within && instance.queries >= *within);
    states[{instance.input, instance.target.value_or(-1)}].add(
        {succeeded(instance) && in_time && !far, !watched, contradicted(instance) && in_time && !far});
  }
  return states;
}

// Returns whether all instances have the same target class (--target CLASS). Their targets do not show this
// for two classes, where a run with all targets has one target for each input, too.
bool has_one_target(const RunRecord& run) {
  const auto config = parse_json(run.config_json);
  if (!config.is_object() || !config.contains("target")) return false;
  const nlohmann::json& target = config["target"];
  const std::string text = target.is_string() ? target.get<std::string>() : json_text(target);
  return !text.empty() && text != "null" && text.front() != '-';
}

}  // namespace

InputStatus status_of(const InputRow& input) {
  if (input.attacked) return InputStatus::attacked;
  if (input.reason == attacks::kSearched) return InputStatus::excluded;
  if (input.reason.find("of the target class") != std::string::npos) return InputStatus::excluded;
  return input.predicted == input.label ? InputStatus::safe : InputStatus::misclassified;
}

bool measures_accuracy(const RunRecord& run) {
  if (!run.targeted) return true;
  if (has_one_target(run)) return false;
  std::map<int, std::set<int>> targets;  // by input
  for (const InstanceRecord& instance : run.instances)
    if (instance.target) targets[instance.input].insert(*instance.target);
  return std::ranges::all_of(targets,
                             [&](const auto& of) { return std::ssize(of.second) >= run.classes - 1; });
}

std::vector<InputOutcome> outcomes_of(const RunRecord& run, const std::set<std::string>& left_out,
                                      std::optional<int> within, std::optional<double> bound) {
  const bool accuracy = measures_accuracy(run);
  std::map<int, State> states;
  for (const auto& [key, state] : states_of(run, left_out, within, bound)) states[key.first].add(state);
  std::vector<InputOutcome> outcomes;
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    const auto it = states.find(static_cast<int>(i));
    switch (status_of(run.inputs[i])) {
      case InputStatus::excluded:
        outcomes.push_back(InputOutcome::excluded);
        break;
      case InputStatus::misclassified:
        outcomes.push_back(accuracy ? InputOutcome::misclassified : InputOutcome::excluded);
        break;
      case InputStatus::safe:
        outcomes.push_back(InputOutcome::safe);
        break;
      case InputStatus::attacked:
        outcomes.push_back(it == states.end() ? InputOutcome::open : it->second.outcome());
    }
  }
  return outcomes;
}

WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out,
                     std::optional<double> bound) {
  WorstCase worst;
  worst.accuracy = measures_accuracy(run);
  std::vector<int> clusters;
  std::vector<bool> fooled;
  for (const auto& [key, state] : states_of(run, left_out, {}, bound)) {
    const InputOutcome outcome = state.outcome();
    if (outcome != InputOutcome::fooled && outcome != InputOutcome::resisted) continue;
    clusters.push_back(key.first);
    fooled.push_back(outcome == InputOutcome::fooled);
    worst.instances_fooled += outcome == InputOutcome::fooled ? 1 : 0;
  }
  worst.instances = static_cast<int>(clusters.size());
  if (worst.instances > 0) worst.instances_interval = clustered_interval(clusters, fooled);

  const std::vector<InputOutcome> outcomes = outcomes_of(run, left_out, {}, bound);
  const auto count = [&outcomes](InputOutcome outcome) {
    return static_cast<int>(std::ranges::count(outcomes, outcome));
  };
  worst.images = static_cast<int>(outcomes.size()) - count(InputOutcome::excluded);
  worst.misclassified = count(InputOutcome::misclassified);
  worst.safe = count(InputOutcome::safe);
  worst.fooled = count(InputOutcome::fooled);
  worst.unconfirmed = count(InputOutcome::unconfirmed);
  worst.undecided = count(InputOutcome::open) + worst.unconfirmed;
  if (worst.images == 0) return worst;
  const double n = worst.images;
  worst.accuracy_low = worst.resisted() / n;
  worst.accuracy_high = (worst.resisted() + worst.undecided) / n;
  worst.interval =
      Interval{wilson_interval(*worst.accuracy_low, n).low, wilson_interval(*worst.accuracy_high, n).high};
  return worst;
}

}  // namespace bora::report
