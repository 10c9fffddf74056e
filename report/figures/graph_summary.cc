#include "report/figures/graph_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "common/random.h"
#include "common/statistics.h"
#include "data/graphs/graph_json.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

double squared_size(const RunRecord& run, const InstanceRecord& instance) {
  const double nodes = std::max(1, run.inputs[instance.input].nodes);
  return nodes * nodes;
}

/// Returns observe() with queries divided by the squared number of nodes. An instance that is
/// exhausted counts as a failure at `largest`, the largest such ratio of the run, since its outcome is final.
std::optional<WatchedRatio> observe_ratio(const InstanceRecord& instance, const RunRecord& run,
                                          double largest) {
  const auto watched = observe(instance, run.budget);
  if (!watched) return std::nullopt;
  if (decided(instance) && !watched->success) return WatchedRatio{largest, false, instance.input};
  return WatchedRatio{watched->queries / squared_size(run, instance), watched->success, instance.input};
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return sample_quantile(values, 0.5);
}

/// Returns the patterns in the edits of each attack, in the order of `attacks`. Handles all attacks on an
/// input together, so that the structure of its original is computed once.
std::vector<EditPatterns> patterns_of(const RunRecord& run, const std::vector<std::string>& attacks) {
  std::vector<EditAnalysis> analyses;
  std::map<std::string, std::size_t> place;
  for (const std::string& attack : attacks) {
    place[attack] = analyses.size();
    analyses.emplace_back(*run.edits, mix_seed(0, attack));
  }
  std::map<int, std::vector<int>> by_input;  // input -> successes
  for (std::size_t i = 0; i < run.instances.size(); ++i)
    if (succeeded(run.instances[i]) && run.instances[i].adversarial)
      by_input[run.instances[i].input].push_back(static_cast<int>(i));
  for (const auto& [input, instances] : by_input) {
    std::vector<std::int64_t> ids;
    for (const int i : instances) ids.push_back(run.instances[i].id);
    if (run.inputs[input].nodes > GraphStructure::kMostNodes) {
      for (const int i : instances) analyses[place[run.instances[i].attack]].add_too_large();
      continue;
    }
    const auto contents = read_contents(run, ids);
    std::optional<Graph> original;
    std::optional<GraphStructure> structure;
    for (const int i : instances) {
      const auto found = contents.find(run.instances[i].id);
      if (found == contents.end()) continue;
      const std::string where = run.database.string();
      if (!original) {
        original = graph_from_json(found->second.original, where);
        structure.emplace(*original);
      }
      analyses[place[run.instances[i].attack]].add(input, *structure, *original,
                                                   graph_from_json(found->second.adversarial, where));
    }
  }
  std::vector<EditPatterns> patterns;
  for (const EditAnalysis& analysis : analyses) patterns.push_back(analysis.result());
  return patterns;
}

}  // namespace

int edits_allowed(const EditFacts& rules, int nodes) {
  const double edits = std::max(1.0, std::round(rules.ratio * static_cast<double>(nodes) * nodes));
  const int allowed = static_cast<int>(std::min<double>(edits, std::numeric_limits<int>::max()));
  return rules.most_edits > 0 ? std::min(allowed, rules.most_edits) : allowed;
}

GraphSummary summarise_graphs(const RunRecord& run) {
  GraphSummary summary;
  const std::vector<std::string> attacks = attack_names(run);
  for (const InputRow& input : run.inputs) {
    const InputStatus status = status_of(input);
    if (status == InputStatus::excluded) continue;
    ++summary.looked_at;
    summary.correct += status == InputStatus::misclassified ? 0 : 1;
    if (status != InputStatus::attacked) continue;
    summary.fewest_nodes =
        summary.fewest_nodes == 0 ? input.nodes : std::min(summary.fewest_nodes, input.nodes);
    summary.most_nodes = std::max(summary.most_nodes, input.nodes);
  }
  if (summary.looked_at > 0) {
    summary.accuracy_before = static_cast<double>(summary.correct) / summary.looked_at;
    summary.before_interval = wilson_interval(*summary.accuracy_before, summary.looked_at);
  }
  double largest = 0;
  for (const InstanceRecord& instance : run.instances) {
    largest = std::max(largest, instance.budget / squared_size(run, instance));
    summary.largest_budget = std::max(summary.largest_budget, instance.budget);
    summary.smallest_budget =
        summary.smallest_budget == 0 ? instance.budget : std::min(summary.smallest_budget, instance.budget);
  }
  summary.points = points_up_to(largest, {0.001, 0.01, 0.1, 1.0, 10.0});
  std::vector<EditPatterns> patterns;
  if (run.edits) patterns = patterns_of(run, attacks);
  for (std::size_t a = 0; a < attacks.size(); ++a) {
    GraphAttackResult result;
    result.name = attacks[a];
    std::set<std::string> others(attacks.begin(), attacks.end());
    others.erase(attacks[a]);
    result.after = worst_case(run, others);
    std::vector<WatchedRatio> watched;
    std::vector<double> edits;
    std::vector<double> shares;
    for (const InstanceRecord& instance : run.instances) {
      if (instance.attack != attacks[a]) continue;
      if (const auto seen = observe_ratio(instance, run, largest)) watched.push_back(*seen);
      if (!succeeded(instance) || !instance.adversarial) continue;
      edits.push_back(instance.adversarial->distance);
      if (!run.edits) continue;
      shares.push_back(edits.back() / edits_allowed(*run.edits, run.inputs[instance.input].nodes));
    }
    result.curve = NormalisedCurve(watched);
    for (const double ratio : summary.points)
      result.points.push_back({ratio, result.curve.at(ratio), result.curve.interval_at(ratio)});
    if (!edits.empty()) result.median_edits = median_of(std::move(edits));
    if (!shares.empty()) result.median_share = median_of(std::move(shares));
    if (run.edits) result.patterns = patterns[a];
    summary.attacks.push_back(std::move(result));
  }
  return summary;
}

}  // namespace bora::report
