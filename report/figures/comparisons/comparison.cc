#include "report/figures/comparisons/comparison.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"
#include "report/figures/worst_case.h"

namespace bora::report {
namespace {

/// Returns knowledge_text() without training times and names of attacks, which do not count as differences.
std::string comparable_knowledge(RunRecord run) {
  for (auto& substitute : run.prior.substitutes) substitute.training_seconds.reset();
  run.attacks.clear();
  return knowledge_text(run);
}

std::vector<std::string> differences(const RunRecord& first, const RunRecord& second) {
  std::vector<std::string> out;
  const auto compare = [&](const char* what, const std::string& one, const std::string& other) {
    if (one != other) out.push_back(fmt::format("{}: {} against {}", what, one, other));
  };
  compare("model", first.victim(), second.victim());
  if (first.victim() == second.victim()) compare("model's SHA-256", first.model_sha256, second.model_sha256);
  if (are_copies(first, second)) out.back() += " (files of the same content)";
  if (!first.model_version.empty() && !second.model_version.empty())
    compare("model's version", first.model_version, second.model_version);
  compare("threat", threat_text(first), threat_text(second));
  const auto budget = [](const RunRecord& run) {
    return run.edits ? budget_text(run) : std::to_string(run.budget);
  };
  compare("budget", budget(first), budget(second));
  compare("attacker sees", first.visible, second.visible);
  compare("attacker knows", comparable_knowledge(first), comparable_knowledge(second));
  compare("seed", first.seed, second.seed);
  return out;
}

/// Returns the pairs of attacks to compare, one of the first run with one of the second.
std::vector<std::pair<std::string, std::string>> attack_pairs(const RunRecord& first, const RunRecord& second,
                                                              const std::string& reference) {
  std::vector<std::pair<std::string, std::string>> same;
  std::vector<std::pair<std::string, std::string>> every;
  for (const std::string& one : attack_names(first)) {
    if (!reference.empty() && one != reference) continue;
    for (const std::string& other : attack_names(second)) {
      every.emplace_back(one, other);
      if (one == other) same.emplace_back(one, other);
    }
  }
  return same.empty() || !reference.empty() ? every : same;
}

/// Returns the value that RunComparison::of_models has.
bool compares_models(const RunRecord& first, const RunRecord& second) {
  return first.model_sha256 != second.model_sha256 && threat_text(first) == threat_text(second) &&
         first.visible == second.visible && comparable_knowledge(first) == comparable_knowledge(second);
}

/// Returns the outcome of each input under `attacks` alone within `within` queries, by record.
std::map<std::int64_t, InputOutcome> outcomes_by_record(const RunRecord& run,
                                                        const std::vector<std::string>& attacks, int within) {
  std::set<std::string> left_out;
  for (const std::string& attack : attack_names(run))
    if (std::ranges::find(attacks, attack) == attacks.end()) left_out.insert(attack);
  const std::vector<InputOutcome> outcomes =
      within < run.budget ? outcomes_of(run, left_out, within) : outcomes_of(run, left_out);
  std::map<std::int64_t, InputOutcome> by_record;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i] != InputOutcome::excluded) by_record[run.inputs[i].record] = outcomes[i];
  return by_record;
}

/// Returns whether an input is lost; none if that is not decided.
std::optional<bool> lost(InputOutcome outcome) {
  if (outcome == InputOutcome::open || outcome == InputOutcome::unconfirmed) return std::nullopt;
  return outcome == InputOutcome::misclassified || outcome == InputOutcome::fooled;
}

std::optional<RobustComparison> compare_robustness(const RunRecord& first, const RunRecord& second) {
  if (!measures_accuracy(first) || !measures_accuracy(second)) return std::nullopt;
  RobustComparison out;
  for (const std::string& attack : shared_attacks(first, second))
    if (!is_white_box(first, attack)) out.attacks.push_back(attack);
  if (out.attacks.empty()) return std::nullopt;
  // Runs with different budgets are compared within the smaller budget.
  const int within = std::min(first.budget, second.budget);
  const auto of_first = outcomes_by_record(first, out.attacks, within);
  const auto of_second = outcomes_by_record(second, out.attacks, within);
  std::vector<PairedOutcome> pairs;
  for (const auto& [record, outcome] : of_first) {
    const auto other = of_second.find(record);
    if (other == of_second.end())
      ++out.only_first;
    else
      pairs.push_back({lost(outcome), lost(other->second), static_cast<int>(record)});
  }
  out.only_second = static_cast<int>(of_second.size() + out.only_first - of_first.size());
  if (pairs.empty()) return std::nullopt;
  out.fooled = paired_outcomes(pairs);
  return out;
}

}  // namespace

std::vector<std::string> shared_attacks(const RunRecord& first, const RunRecord& second) {
  const std::vector<std::string> theirs = attack_names(second);
  std::vector<std::string> shared = attack_names(first);
  std::erase_if(shared,
                [&](const std::string& attack) { return std::ranges::find(theirs, attack) == theirs.end(); });
  return shared;
}

void check_attack(const RunRecord& run, const std::string& attack) {
  const auto names = attack_names(run);
  if (std::find(names.begin(), names.end(), attack) != names.end()) return;
  throw InputError("--against: {} has no attack '{}', only {}", run.folder.string(), attack, join(names));
}

AttackComparison compare_rows(const ResultRows& first, const ResultRows& second,
                              const std::vector<int>& points) {
  std::vector<PairedObservation> pairs = pair_rows(first, second);
  // Successes after the last point do not count, since the other run may have had a smaller budget.
  for (PairedObservation& pair : pairs)
    for (WatchedInstance* const side : {&pair.first, &pair.second})
      if (side->queries > points.back()) *side = {points.back(), false, side->cluster};
  std::set<int> images;
  for (const PairedObservation& pair : pairs) images.insert(pair.cluster);
  BootstrapOptions bootstrap;
  bootstrap.seed = mix_seed(mix_seed(0, first.attack), second.attack);
  return {first.attack,
          second.attack,
          first.label,
          second.label,
          static_cast<int>(images.size()),
          paired_differences(pairs, points, bootstrap),
          median_ratio(pairs, points.back(), bootstrap)};
}

AttackComparison compare_attacks(const RunRecord& first, const std::string& first_attack,
                                 const RunRecord& second, const std::string& second_attack,
                                 const std::vector<int>& points) {
  ResultRows one = rows_of(first, first_attack);
  ResultRows other = rows_of(second, second_attack);
  one.label = display_name(first_attack, first);
  other.label = display_name(second_attack, second);
  return compare_rows(one, other, points);
}

std::vector<AttackComparison> compare_within(const RunRecord& run, const std::string& reference,
                                             const std::vector<int>& points) {
  check_attack(run, reference);
  std::vector<AttackComparison> out;
  for (const std::string& attack : attack_names(run))
    if (attack != reference) out.push_back(compare_attacks(run, reference, run, attack, points));
  return out;
}

RunComparison compare_runs(const RunRecord& first, const RunRecord& second, const std::string& reference,
                           const std::vector<int>& points) {
  check_same("the data", first, compared_data(first.data), second, compared_data(second.data));
  check_same("the goal", first, first.goal(), second, second.goal());
  check_same_records(first, second);
  if (!reference.empty()) check_attack(first, reference);
  RunComparison out{first.folder.string(),
                    second.folder.string(),
                    differences(first, second),
                    chosen_points(points, first, std::min(first.budget, second.budget)),
                    {},
                    compares_models(first, second),
                    compare_robustness(first, second)};
  for (const auto& [one, other] : attack_pairs(first, second, reference)) {
    AttackComparison comparison = compare_attacks(first, one, second, other, out.points);
    if (comparison.images == 0) continue;
    comparison.first_label = fmt::format("{}: {}", out.first, comparison.first_label);
    comparison.second_label = fmt::format("{}: {}", out.second, comparison.second_label);
    out.attacks.push_back(std::move(comparison));
  }
  if (out.attacks.empty())
    throw InputError("{} and {} cannot be compared: no input and target is in both", out.first, out.second);
  return out;
}

}  // namespace bora::report
