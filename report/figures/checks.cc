#include "report/figures/checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/observations.h"
#include "report/figures/summary.h"

namespace bora::report {
namespace {

// Returns the black-box attack with the most successes, the first of equals; null if there is none.
const AttackResult* most_successful(const RunSummary& summary) {
  const AttackResult* best = nullptr;
  for (const AttackResult& attack : summary.attacks)
    if (!attack.white_box() && (best == nullptr || attack.successes() > best->successes())) best = &attack;
  return best;
}

// Checks that the last part of the budget adds few successes, as then the attack has converged (Carlini et
// al. 2019, section 4).
EvaluationCheck check_budget(const RunRecord& run, const RunSummary& summary) {
  constexpr double kLastPart = 0.2;  // share of an instance's budget
  constexpr double kMuch = 0.05;     // share of the instances that have ended
  const auto result = [](const char* status, std::string text) {
    return EvaluationCheck{"budget", "More queries would find few more", status, std::move(text)};
  };
  if (run.searched > 0)
    return result("open",
                  "an image gets one query; the effect of a longer search for the perturbation is not known");
  const AttackResult* const best = most_successful(summary);
  if (best == nullptr) return result("open", "the run has no black-box attack");
  int ended = 0, found = 0, late = 0;
  for (const InstanceRecord& instance : run.instances) {
    if (instance.attack != best->name || !decided(instance)) continue;
    ++ended;
    if (!succeeded(instance)) continue;
    ++found;
    late += instance.queries_to_success() > (1 - kLastPart) * instance.budget ? 1 : 0;
  }
  if (ended == 0) return result("open", "no attack was tried to the end");
  if (found == 0)
    return result("open", "nothing succeeded on " + count_of(ended, "instance") +
                              ": the effect of more queries is not known");
  const std::string text =
      fmt::format("{} succeeded on {} of {}, {} in the last fifth of the budget", best->name, found,
                  count_of(ended, "instance"), late > 0 ? fmt::format("{} of them", late) : "none");
  if (found < ended && late > kMuch * ended)
    return result("warn", text + ": with more queries it would find more");
  return result("pass", text);
}

EvaluationCheck check_within_budget(const RunRecord& run) {
  int over = 0;
  for (const InstanceRecord& instance : run.instances)
    over += std::max(instance.queries, instance.ledger.rows) > instance.budget ? 1 : 0;
  const auto total = static_cast<std::int64_t>(run.instances.size());
  return {"within-budget", "No attack spent more than its budget", over == 0 ? "pass" : "fail",
          over == 0 ? count_of(total, "instance") + ", each within its budget"
                    : fmt::format("{} of {} spent more than the budget", over, count_of(total, "instance"))};
}

EvaluationCheck check_verified(const VerificationSummary& verification, int repeats, int success_in) {
  const auto result = [](const char* status, std::string text) {
    return EvaluationCheck{"verified", "Every adversarial example was confirmed", status, std::move(text)};
  };
  if (verification.examples == 0) return result("open", "no adversarial example was found");
  const std::string of = "of " + count_of(verification.examples, "adversarial example");
  // With a randomised model, some queries succeed by chance, and their examples may fail when queried again.
  if (verification.contradicted() > 0 && !verification.at_fault(repeats))
    return result("warn", fmt::format("{}, {} did not reach their goal in {} of {} new answers when they "
                                      "were read back: they count as failures",
                                      of, verification.contradicted(), success_in, repeats));
  if (verification.contradicted() > 0)
    return result("fail",
                  fmt::format("{}, {} were not confirmed when they were read back and shown to the "
                              "model again: they count as failures. The model may answer at random, or its "
                              "answers may depend on the rest of the batch",
                              of, verification.contradicted()));
  if (verification.open() > 0)
    return result("open", fmt::format("{}, {} were not looked at yet", of, verification.open()));
  return result("pass",
                fmt::format("{} read back from their files, inside the bound and fooling the model again",
                            verification.passed));
}

EvaluationCheck check_faults(const RunSummary& summary) {
  const auto result = [](const char* status, std::string text) {
    return EvaluationCheck{"no-faults", "No attack ended by a fault", status, std::move(text)};
  };
  const auto reasons = [](const std::vector<FailureCount>& faults) {
    std::vector<std::string> texts;
    for (const FailureCount& fault : faults)
      texts.push_back(fmt::format("{} ({}x): {}", fault.attack, fault.instances, fault.reason));
    return join(texts, "; ");
  };
  const std::string of = count_of(summary.instances, "instance");
  const int failed = instances_of(summary.failures), broken = instances_of(summary.broken_off);
  std::vector<std::string> found;
  if (failed > 0)
    found.push_back(fmt::format("{} of {} failed, whose outcome is not known: {}", failed, of,
                                reasons(summary.failures)));
  if (broken > 0)
    found.push_back(
        fmt::format("{} of {} ended by a fault after the first success, so smaller changes might "
                    "succeed, too: {}",
                    broken, of, reasons(summary.broken_off)));
  if (!found.empty()) return result(failed > 0 ? "fail" : "warn", join(found, "; "));
  if (summary.ended < summary.instances)
    return result("open", fmt::format("not ended: {} of {}", summary.instances - summary.ended,
                                      count_of(summary.instances, "instance")));
  return result("pass", count_of(summary.instances, "instance") + ", each tried to the end");
}

EvaluationCheck check_consistent(const RunRecord& run, const std::vector<std::string>& contradictions) {
  const char* const title = "The database does not contradict itself";
  if (contradictions.empty())
    return {"consistent", title, "pass",
            run.keeps_queries ? "queries, successes and adversarial examples agree"
                              : "successes and adversarial examples agree; queries were not kept, so that "
                                "they cannot be counted again"};
  return {"consistent", title, "fail",
          contradictions.front() + (contradictions.size() > 1 ? fmt::format(", and {} more contradictions",
                                                                            contradictions.size() - 1)
                                                              : "")};
}

}  // namespace

std::vector<EvaluationCheck> evaluation_checks(const RunRecord& run, const RunSummary& summary) {
  if (run.checks.empty()) return {};
  std::vector<EvaluationCheck> checks = run.checks;
  checks.push_back(check_budget(run, summary));
  checks.push_back(check_within_budget(run));
  checks.push_back(check_verified(summary.verification, run.repeats, run.success_in));
  checks.push_back(check_faults(summary));
  checks.push_back(check_consistent(run, summary.contradictions));
  return checks;
}

std::string check_counts(const std::vector<EvaluationCheck>& checks) {
  std::vector<std::string> parts;
  const auto add = [&](const char* status, const char* one, const char* many) {
    const auto count = std::ranges::count(checks, status, &EvaluationCheck::status);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  };
  add("pass", "passed", "passed");
  add("fail", "failed", "failed");
  add("warn", "warning", "warnings");
  add("open", "open", "open");
  return join(parts);
}

std::string expected_and_found(const EvaluationCheck& check) {
  return fmt::format("expected: {}; found: {}", check.title, check.text);
}

std::string status_word(const EvaluationCheck& check) {
  return check.status == "pass"   ? "Passed"
         : check.status == "fail" ? "Failed"
         : check.status == "warn" ? "Warning"
                                  : "Open";
}

}  // namespace bora::report
