#include "attacks/checks/strength.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "attacks/checks/check.h"
#include "attacks/checks/probe_attack.h"
#include "attacks/factory.h"
#include "attacks/semantic/transformed.h"
#include "common/random.h"
#include "common/sign_test.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

constexpr double kFail = 0.05, kWarn = 0.25;  // significance levels of sign tests

template <typename Input>
constexpr bool kGraphs = std::is_same_v<Input, Graph>;
template <typename Input>
constexpr bool kSemantic = std::is_same_v<Input, Transformed>;

bool succeeded(const InstanceRow& row) {
  return row.status == InstanceStatus::success;
}

bool succeeded_within(const InstanceRow& row, int queries) {
  return succeeded(row) && row.queries <= queries;
}

// Returns the instances of `attack` with status success or exhausted. Their `queries` is the number of
// queries up to the first success.
template <typename Input>
std::vector<InstanceRow> ended(const CheckedRun<Input>& run, const std::string& attack) {
  std::vector<InstanceRow> rows;
  for (auto& row : run.database.instances()) {
    if (row.attack != attack ||
        (row.status != InstanceStatus::success && row.status != InstanceStatus::exhausted))
      continue;
    if (run.task.refinement() > 0 && row.status == InstanceStatus::success)
      row.queries = run.database.first_example(row.id);
    rows.push_back(std::move(row));
  }
  return rows;
}

// Returns the attack with most successes among those that fulfil `counts`; ties go to fewer queries.
template <typename Input, typename Counts>
std::optional<std::string> best(const CheckedRun<Input>& run, const Counts& counts) {
  std::optional<std::string> found;
  std::int64_t most = -1, fewest = 0;
  for (const auto& [name, summary] : run.attacks) {
    if (!counts(summary)) continue;
    std::int64_t successes = 0, queries = 0;
    for (const auto& row : ended(run, name)) {
      successes += succeeded(row) ? 1 : 0;
      queries += row.queries;
    }
    if (successes < most || (successes == most && queries >= fewest)) continue;
    found = name;
    most = successes;
    fewest = queries;
  }
  return found;
}

bool black_box(const AttackSummary& summary) {
  return summary.access != AccessLevel::gradients;
}
// Returns whether it is a black-box attack other than random changes.
bool searching(const AttackSummary& summary) {
  return black_box(summary) && summary.name != "random";
}

// Returns the same instances for another attack, with seeds for this check. `budget`: query budget of each
// instance; 0: unchanged.
std::vector<InstanceRow> for_attack(std::vector<InstanceRow> rows, const std::string& attack, int budget,
                                    const char* check) {
  for (InstanceRow& row : rows) {
    row.attack = attack;
    row.seed = mix_seed(row.seed, check) >> 1;
    row.budget = budget > 0 ? budget : row.budget;
  }
  return rows;
}

// Returns the number of queries that an instance of an attack needs in a check.
template <typename Input>
int queries_needed(const CheckedRun<Input>& run, const std::string& attack) {
  const auto of_run = run.attacks.find(attack);
  return of_run != run.attacks.end()
             ? of_run->second.probe_queries
             : make_recipe<Input>(attack, kAnyShape, run.visible, run.norm).summary.probe_queries;
}

// Returns the number of queries that an instance of an attack gets in a check.
template <typename Input>
int queries_given(const CheckedRun<Input>& run, const std::string& attack) {
  return std::min(queries_needed(run, attack), kMostProbeQueries);
}

// Returns the number of queries that probe() makes at most for an instance: `most`, or the largest budget of
// the instances if it is smaller.
int queries_made(const std::vector<InstanceRow>& rows, int most) {
  return std::min(most, std::ranges::max_element(rows, {}, &InstanceRow::budget)->budget);
}

int successes(const std::vector<ProbeOutcome>& outcomes) {
  return static_cast<int>(std::ranges::count(outcomes, true, &ProbeOutcome::success));
}

// Returns a note on failed attacks such as " (2 of them could not continue: reason of the first)", or "".
std::string failures(const std::vector<ProbeOutcome>& outcomes) {
  const auto failed =
      std::ranges::count_if(outcomes, [](const ProbeOutcome& each) { return !each.failure.empty(); });
  if (failed == 0) return "";
  const auto first =
      std::ranges::find_if(outcomes, [](const ProbeOutcome& each) { return !each.failure.empty(); });
  return fmt::format(" ({} of them could not continue: {})", failed, first->failure);
}

// Successes of two attacks on the same instances, of which `strong` should be at least as strong as `weak`.
struct Pairs {
  int total = 0;                // number of instances
  int strong = 0, weak = 0;     // numbers of successes of each attack
  std::map<int, int> by_input;  // for each input: successes of `weak` on its instances less those of `strong`

  void add(int input, bool of_strong, bool of_weak) {
    ++total;
    strong += of_strong ? 1 : 0;
    weak += of_weak ? 1 : 0;
    by_input[input] += static_cast<int>(of_weak) - static_cast<int>(of_strong);
  }
  // Returns the status by the sign test, which treats inputs, not the instances on them, as independent.
  // `at_worst`: status at the level kFail.
  const char* verdict(const char* at_worst = "fail") const {
    std::vector<int> differences;
    for (const auto& [input, difference] : by_input) differences.push_back(difference);
    const double chance = sign_test(differences) - 1e-9;
    if (chance > kWarn) return "pass";
    return chance > kFail ? "warn" : at_worst;
  }
};

// Returns the pairs of instances of two attacks with the same input and target.
template <typename Input>
std::vector<std::pair<InstanceRow, InstanceRow>> shared(const CheckedRun<Input>& run,
                                                        const std::string& first, const std::string& second) {
  std::map<std::pair<int, std::optional<int>>, InstanceRow> of_second;
  for (auto& row : ended(run, second)) of_second[{row.input, row.target}] = row;
  std::vector<std::pair<InstanceRow, InstanceRow>> pairs;
  for (auto& row : ended(run, first))
    if (const auto other = of_second.find({row.input, row.target}); other != of_second.end())
      pairs.emplace_back(row, other->second);
  return pairs;
}

// Successes of two attacks of the run on the same instances, within the smaller of the budgets of each
// instance.
struct SharedPairs : Pairs {
  const char* within = "";  // text for the result if some budgets differ

  explicit SharedPairs(const std::vector<std::pair<InstanceRow, InstanceRow>>& instances) {
    for (const auto& [of_strong, of_weak] : instances) {
      const int budget = std::min(of_strong.budget, of_weak.budget);
      add(of_strong.input, succeeded_within(of_strong, budget), succeeded_within(of_weak, budget));
      if (of_strong.budget != of_weak.budget) within = ", each within the smaller of the two budgets";
    }
  }
};

// Returns at most `most` instances: at most `most` - `failed_share` successes, and as many failures as there
// are and fit; if failures are too few, more successes.
std::vector<InstanceRow> mixed(const std::vector<InstanceRow>& rows, int most, int failed_share) {
  std::vector<InstanceRow> lost, won;
  for (const auto& row : rows) (succeeded(row) ? won : lost).push_back(row);
  const int of_won = std::min(static_cast<int>(won.size()), most - failed_share);
  const int of_lost = std::min(static_cast<int>(lost.size()), most - of_won);
  std::vector<InstanceRow> chosen = spread(lost, of_lost);
  for (const auto& row : spread(won, most - of_lost)) chosen.push_back(row);
  std::ranges::sort(chosen, {}, &InstanceRow::id);
  return chosen;
}

// Returns the reference attack of check_unbounded(). Without a bound it fools any model for images whose
// answers are not masked.
template <typename Input>
std::string reference_attack(const CheckedRun<Input>& run) {
  const bool labels = run.visible.label_only();
  if (kGraphs<Input>) return "random:edits=stages";
  if (kSemantic<Input>) return "random";
  if (is_sparse(run.norm)) return labels ? "random" : "sparse-rs";
  if (!labels) return "square";
  return run.norm == Norm::l2 ? "hop-skip-jump" : "rays";
}

// Returns the instances on which the attack did not succeed.
std::vector<InstanceRow> resisted(const std::vector<InstanceRow>& rows,
                                  const std::vector<ProbeOutcome>& outcomes) {
  std::vector<InstanceRow> left;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!outcomes[i].success) left.push_back(rows[i]);
  return left;
}

}  // namespace

template <typename Input>
EvaluationCheck check_unbounded(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kUnbounded};
  const auto strongest = best(run, searching);
  const std::string reference = reference_attack(run);
  const std::string attack = kGraphs<Input> ? reference : strongest.value_or(reference);
  std::vector<InstanceRow> rows;
  for (const auto& [name, summary] : run.attacks)
    if (rows.empty()) rows = ended(run, strongest.value_or(name));
  if (rows.empty()) return result("open", "no attack was tried to the end");
  const int queries = queries_needed(run, attack);
  if (queries > kMostProbeQueries)
    return result("open", fmt::format("{} needs {} an instance, and a check spends at most {}", attack,
                                      count_of(queries, "query", "queries"), kMostProbeQueries));
  rows = for_attack(spread(rows, kProbeInstances), attack, queries, check_id::kUnbounded);
  const CheckSetup<Input> setup = run.make_setup(Bound::none, attack);
  const auto outcomes = probe(run, setup, rows, queries);
  const auto total = static_cast<int>(outcomes.size());
  const int found = successes(outcomes);
  std::string text =
      fmt::format("{}: {} succeeds on {} of {} within {}{}", setup.bound, attack, found,
                  count_of(total, "instance"), count_of(queries, "query", "queries"), failures(outcomes));
  if (found == total) return result("pass", text);
  if (kGraphs<Input>) return result("warn", text + ": the model may ignore the edges");
  if (kSemantic<Input>)
    return result("warn", text + ": the model may give one class to every image changed in this way");
  // Some attacks work only within a bound: their steps are shares of epsilon, and substitute models may have
  // no gradient after a step that is so large.
  int fooled = found;
  if (attack != reference) {
    const int of_reference = queries_given(run, reference);
    const auto left = for_attack(resisted(rows, outcomes), reference, of_reference, check_id::kUnbounded);
    const auto others = probe(run, run.make_setup(Bound::none, reference), left, of_reference);
    fooled += successes(others);
    text += fmt::format("; {} on {} of the {} within {}{}", reference, fooled - found,
                        count_of(static_cast<std::int64_t>(left.size()), "other"), of_reference,
                        failures(others));
    if (fooled == total && 2 * found >= total) return result("pass", text);
    if (fooled == total) return result("warn", text + ": the attack may be too weak for this model");
  }
  if (const int classes = run.oracle.classes(); rows.front().target && queries <= classes)
    return result("warn", fmt::format("{}: these may be too few queries to reach one given class of {}", text,
                                      classes));
  return result(
      2 * fooled >= total ? "warn" : "fail",
      text +
          ": with no bound on the perturbation, a working attack fools any model; the attack is too "
          "weak for this model, or its answers are masked");
}

template <typename Input>
EvaluationCheck check_larger_bound(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kLargerBound};
  const auto attack = best(run, black_box);
  if (!attack) return result("open", "the run has no black-box attack");
  const auto rows = mixed(ended(run, *attack), kProbeInstances, kProbeInstances / 2);
  if (rows.empty()) return result("open", "no attack was tried to the end");
  const CheckSetup<Input> setup = run.make_setup(Bound::twice, *attack);
  if (!setup.factory) return result("open", setup.bound);
  const int queries = queries_given(run, *attack);
  const auto outcomes = probe(run, setup, rows, queries);
  Pairs pairs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    pairs.add(rows[i].input, outcomes[i].success, succeeded_within(rows[i], queries));
  return result(
      pairs.verdict(kGraphs<Input> ? "warn" : "fail"),
      fmt::format("{}: {} succeeds on {} of {} within {}, on {} of them at the run's own bound{}",
                  setup.bound, *attack, pairs.strong, count_of(pairs.total, "instance"),
                  count_of(queries_made(rows, queries), "query", "queries"), pairs.weak, failures(outcomes)));
}

template <typename Input>
EvaluationCheck check_random_weaker(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kRandomWeaker};
  const auto attack = best(run, searching);
  if (!attack) return result("open", "the run has no black-box attack but random changes");
  const auto random = best(run, [](const AttackSummary& summary) { return summary.name == "random"; });
  if (random) {
    const SharedPairs pairs(shared(run, *attack, *random));
    if (pairs.total == 0) return result("open", "no instance was tried to the end by both");
    return result(pairs.verdict(),
                  fmt::format("{} succeeds on {} of {}, {} on {} of the same{}", *attack, pairs.strong,
                              count_of(pairs.total, "instance"), *random, pairs.weak, pairs.within));
  }
  Pairs pairs;
  const auto rows = spread(ended(run, *attack), kProbeInstances);
  if (rows.empty()) return result("open", "no attack was tried to the end");
  const int queries = queries_given(run, *attack);
  const auto outcomes = probe(run, run.make_setup(Bound::own, "random"),
                              for_attack(rows, "random", 0, check_id::kRandomWeaker), queries);
  for (std::size_t i = 0; i < rows.size(); ++i)
    pairs.add(rows[i].input, succeeded_within(rows[i], queries), outcomes[i].success);
  return result(pairs.verdict(),
                fmt::format("within {} {} succeeds on {} of {}, random changes on {} of the same{}",
                            count_of(queries_made(rows, queries), "query", "queries"), *attack, pairs.strong,
                            count_of(pairs.total, "instance"), pairs.weak, failures(outcomes)));
}

template <typename Input>
EvaluationCheck check_white_box(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kWhiteBox};
  const char* const at_worst = kGraphs<Input> ? "warn" : "fail";
  const auto judged = [&](const Pairs& pairs, const std::string& text) {
    const char* const status = pairs.verdict(at_worst);
    return result(status, std::string(status) != "fail"
                              ? text
                              : text +
                                    ": its gradients are masked, and resistance to white-box attacks does "
                                    "not show that it is robust");
  };
  if (run.visible.label_only()) return result("open", "the run sees the predicted class alone");
  const auto attack = best(run, black_box);
  if (!attack) return result("open", "the run has no black-box attack");
  const auto white = best(run, [](const AttackSummary& summary) { return !black_box(summary); });
  if (white) {
    const SharedPairs pairs(shared(run, *white, *attack));
    if (pairs.total == 0) return result("open", "no instance was tried to the end by both");
    return judged(pairs, fmt::format("{} succeeds on {} of {}, {} on {} of the same{}", *white, pairs.strong,
                                     count_of(pairs.total, "instance"), *attack, pairs.weak, pairs.within));
  }
  if (kSemantic<Input>) return result("open", "no white-box attack combines such changes");
  if (!run.oracle.has_gradients()) return result("open", "the model has no gradients");
  if (is_sparse(run.norm)) return result("open", "no white-box attack has this norm");
  const auto rows = mixed(ended(run, *attack), kProbeInstances, kProbeInstances / 4);
  if (rows.empty()) return result("open", "no attack was tried to the end");
  // APGD would not detect masked gradients of small victims, because some of its large steps succeed by
  // chance.
  const std::string name = kGraphs<Input> ? "gradient" : "pgd";
  auto trials = for_attack(rows, name, 0, check_id::kWhiteBox);
  for (InstanceRow& trial : trials) trial.budget = std::min(trial.budget, kMostProbeQueries);
  const auto outcomes = probe(run, run.make_setup(Bound::own, name), trials, kMostProbeQueries);
  Pairs pairs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    pairs.add(rows[i].input, outcomes[i].success, succeeded_within(rows[i], trials[i].budget));
  return judged(pairs, fmt::format("within {} {} succeeds on {} of {}, {} on {} of the same{}",
                                   count_of(queries_made(trials, kMostProbeQueries), "query", "queries"),
                                   name, pairs.strong, count_of(pairs.total, "instance"), *attack, pairs.weak,
                                   failures(outcomes)));
}

template EvaluationCheck check_unbounded(const CheckedRun<Pixels>&);
template EvaluationCheck check_unbounded(const CheckedRun<Transformed>&);
template EvaluationCheck check_unbounded(const CheckedRun<Graph>&);
template EvaluationCheck check_larger_bound(const CheckedRun<Pixels>&);
template EvaluationCheck check_larger_bound(const CheckedRun<Transformed>&);
template EvaluationCheck check_larger_bound(const CheckedRun<Graph>&);
template EvaluationCheck check_random_weaker(const CheckedRun<Pixels>&);
template EvaluationCheck check_random_weaker(const CheckedRun<Transformed>&);
template EvaluationCheck check_random_weaker(const CheckedRun<Graph>&);
template EvaluationCheck check_white_box(const CheckedRun<Pixels>&);
template EvaluationCheck check_white_box(const CheckedRun<Transformed>&);
template EvaluationCheck check_white_box(const CheckedRun<Graph>&);

}  // namespace bora::attacks
