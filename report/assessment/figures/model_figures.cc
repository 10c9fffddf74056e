#include "report/assessment/figures/model_figures.h"

#include <algorithm>
#include <map>
#include <utility>

#include "report/assessment/figures/same_inputs.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

/// Returns BoundFigures::references.
std::set<std::string> references_of(const RunSummary& summary) {
  std::set<std::string> out;
  for (const AttackResult& attack : summary.attacks)
    if (attack.white_box()) out.insert(attack.name);
  if (out.size() == summary.attacks.size() || !summary.preset.empty()) out.clear();
  return out;
}

std::vector<FirstSuccess> first_successes(const RunRecord& run, const std::set<std::string>& left_out) {
  std::vector<FirstSuccess> first(run.inputs.size());
  for (std::size_t i = 0; i < run.instances.size(); ++i) {
    const InstanceRecord& instance = run.instances[i];
    if (left_out.count(instance.attack) > 0 || !succeeded(instance)) continue;
    FirstSuccess& best = first[static_cast<std::size_t>(instance.input)];
    if (const int queries = instance.queries_to_success(); best.instance < 0 || queries < best.queries)
      best = {static_cast<int>(i), queries};
  }
  return first;
}

/// Returns the worse of two statuses of checks.
std::string worse(const std::string& one, const std::string& other) {
  static const std::vector<std::string> kOrder{"", "pass", "open", "warn", "fail"};
  const auto rank = [](const std::string& status) { return std::ranges::find(kOrder, status); };
  return rank(other) > rank(one) ? other : one;
}

/// Returns the number of (input, target) pairs that any attack but `left_out` is to attack.
int count_pairs(const RunRecord& run, const std::set<std::string>& left_out) {
  std::set<std::pair<int, int>> cases;
  for (const InstanceRecord& instance : run.instances)
    if (left_out.count(instance.attack) == 0) cases.emplace(instance.input, instance.target.value_or(-1));
  return static_cast<int>(cases.size());
}

/// Computes the figures at a bound. `place`: index of `run` in AssessedModel::runs; `points`: as for
/// model_figures().
BoundFigures bound_figures(const RunRecord& run, int place, const std::vector<int>& points) {
  BoundFigures figures;
  figures.run = place;
  figures.summary = summarise(run, "", {}, points.back());
  figures.references = references_of(figures.summary);
  figures.worst = worst_case(run, figures.references);
  figures.outcomes = outcomes_of(run, figures.references);
  figures.first = first_successes(run, figures.references);
  std::vector<WatchedInstance> watched = watch_together(run, figures.references, points.back());
  const int unseen = count_pairs(run, figures.references) - static_cast<int>(watched.size());
  figures.together = success_figures(std::move(watched), points, unseen);
  // RunSummary::complete() requires instances. A model that classifies no input correctly has none.
  figures.complete = run.status == "complete" && figures.summary.ended == figures.summary.instances;
  return figures;
}

}  // namespace

std::vector<WatchedInstance> watch_together(const RunRecord& run, const std::set<std::string>& left_out,
                                            int largest_budget) {
  std::size_t attacks = 0;
  for (const std::string& name : attack_names(run)) attacks += left_out.count(name) == 0 ? 1 : 0;
  struct Seen {
    std::size_t attacks = 0;
    std::optional<int> success;  // smallest number of queries to a success
    std::optional<int> cut;      // smallest number of queries of an attack without success
    std::optional<int> failed;   // the same of an attack whose victim failed
  };
  const auto lower = [](std::optional<int>& least, int queries) {
    least = std::min(least.value_or(queries), queries);
  };
  std::map<std::pair<int, int>, Seen> seen;  // by input and target
  for (const InstanceRecord& instance : run.instances) {
    const auto watched = observe(instance, largest_budget);
    if (left_out.count(instance.attack) > 0 || !watched) continue;
    Seen& each = seen[{instance.input, instance.target.value_or(-1)}];
    ++each.attacks;
    std::optional<int>& end = instance.status == InstanceStatus::failed ? each.failed : each.cut;
    lower(watched->success ? each.success : end, watched->queries);
  }
  std::vector<WatchedInstance> out;
  for (auto& [key, each] : seen) {
    if (each.attacks < attacks) continue;
    if (each.success && (!each.cut || *each.success <= *each.cut)) {
      // A failed attack does not matter if another one succeeds.
      out.push_back({*each.success, true, key.first});
      continue;
    }
    if (each.failed) lower(each.cut, *each.failed);
    out.push_back({*each.cut, false, key.first});
  }
  return out;
}

ModelFigures model_figures(const AssessedModel& model, const std::vector<double>& bounds,
                           const std::vector<int>& points) {
  ModelFigures figures;
  figures.bounds.resize(bounds.size());
  for (std::size_t r = 0; r < model.runs.size(); ++r) {
    const RunRecord& run = model.runs[r];
    const auto at =
        std::ranges::find_if(bounds, [&run](double bound) { return same_bound(bound, bound_of(run)); });
    auto& of_bound = figures.bounds[static_cast<std::size_t>(at - bounds.begin())];
    of_bound = bound_figures(run, static_cast<int>(r), points);
    const RunSummary& summary = of_bound->summary;
    for (const EvaluationCheck& check : summary.checks) figures.checks = worse(figures.checks, check.status);
    if (!figures.clean_accuracy && summary.clean_accuracy) {
      figures.clean_accuracy = summary.clean_accuracy;
      figures.clean_interval = summary.clean_interval;
      figures.clean_inputs = *run.clean_inputs;
      figures.clean_correct = *run.clean_correct;
    }
    if (r > 0) continue;
    figures.inputs = static_cast<int>(run.inputs.size());
    figures.inputs_correct = static_cast<int>(std::ranges::count_if(
        run.inputs, [](const InputRow& input) { return input.predicted == input.label; }));
  }
  return figures;
}

}  // namespace bora::report
