#include "report/figures/checks.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/graph_summary.h"
#include "report/figures/run_texts.h"

namespace bora::report {
namespace {

std::string name(const InstanceRecord& instance, const RunRecord& run) {
  std::string text =
      fmt::format("instance {} ({}, input {}", instance.id, instance.attack, run.inputs[instance.input].id);
  if (instance.target) text += fmt::format(", target {}", *instance.target);
  return text + ")";
}

/// Returns a contradiction in the nearer examples of an instance of a run that continues after a success, or
/// "". Each of these examples must be nearer to the original than the one before.
std::string nearer_contradiction(const InstanceRecord& instance) {
  const bool success = instance.reached();
  if (success != !instance.nearer.empty())
    return fmt::format("is {}, but holds {}", to_string(instance.status),
                       count_of(static_cast<std::int64_t>(instance.nearer.size()), "nearer example"));
  if (!success) return "";
  if (instance.nearer.front().number != instance.ledger.first_success)
    return fmt::format("has its first example at query {}, the ledger its first success at {}",
                       instance.nearer.front().number, instance.ledger.first_success);
  for (std::size_t i = 1; i < instance.nearer.size(); ++i)
    if (!(instance.nearer[i].distance < instance.nearer[i - 1].distance))
      return fmt::format("has an example at query {} that is no nearer than the one before",
                         instance.nearer[i].number);
  if (instance.adversarial && instance.adversarial->distance != instance.nearer.back().distance)
    return fmt::format("keeps an example at distance {:.6f}, its nearest is at {:.6f}",
                       instance.adversarial->distance, instance.nearer.back().distance);
  return "";
}

/// Returns a contradiction in the records of one instance, or "".
std::string contradiction(const InstanceRecord& instance, const RunRecord& run) {
  const LedgerCount& ledger = instance.ledger;
  const bool success = instance.reached();
  const InputRow& input = run.inputs[instance.input];
  if (instance.queries != ledger.rows)
    return fmt::format("states {}, the ledger holds {}", count_of(instance.queries, "query", "queries"),
                       grouped(ledger.rows));
  if (ledger.last_number != ledger.rows)
    return fmt::format("has {} in the ledger, numbered up to {}", count_of(ledger.rows, "query", "queries"),
                       grouped(ledger.last_number));
  if (instance.attempts < instance.queries)
    return fmt::format("states {}, fewer than its {}", count_of(instance.attempts, "attempt"),
                       count_of(instance.queries, "query", "queries"));
  if (instance.queries > instance.budget)
    return fmt::format("spent {} of a budget of {}", count_of(instance.queries, "query", "queries"),
                       grouped(instance.budget));
  if (run.semantic() || run.minimise) {
    if (const std::string what = nearer_contradiction(instance); !what.empty()) return what;
  } else if (success && (ledger.successes != 1 || ledger.first_success != instance.queries)) {
    return fmt::format("is a success at query {}, the ledger has {}, the first at {}", instance.queries,
                       count_of(ledger.successes, "successful query", "successful queries"),
                       ledger.first_success);
  }
  if (!success && ledger.successes > 0)
    return fmt::format("is {}, the ledger has a success at query {}", to_string(instance.status),
                       ledger.first_success);
  if (success != instance.adversarial.has_value())
    return success ? "is a success without an adversarial example"
                   : "has an adversarial example, but no success";
  if (input.predicted != input.label) return "attacks an input that was misclassified to begin with";
  if (!success) return "";
  const AdversarialRow& adversarial = *instance.adversarial;
  // Larger than the rounding of float32 pixels, far below a level of the 8-bit grid, 0.0039.
  constexpr double kRounding = 1e-6;
  if (!run.on_graphs() && !run.semantic() && adversarial.distance > run.epsilon + kRounding)
    return fmt::format("is a success at {} {:.6f}, outside the ball of {:.6f}", norm_text(run),
                       adversarial.distance, run.epsilon);
  if (run.edits && adversarial.distance > edits_allowed(*run.edits, input.nodes))
    return fmt::format("is a success of {:g} edits, where {} are allowed", adversarial.distance,
                       edits_allowed(*run.edits, input.nodes));
  const bool reached =
      instance.target ? adversarial.predicted == *instance.target : adversarial.predicted != input.label;
  if (!reached)
    return fmt::format("is a success predicted as {}, which is not the goal", adversarial.predicted);
  return "";
}

}  // namespace

std::vector<std::string> audit(const RunRecord& run) {
  std::vector<std::string> contradictions;
  std::set<std::tuple<std::string, int, int>> seen;
  for (const InstanceRecord& instance : run.instances) {
    if (const std::string what = contradiction(instance, run); !what.empty())
      contradictions.push_back(name(instance, run) + " " + what);
    if (!seen.insert({instance.attack, instance.input, instance.target.value_or(-1)}).second)
      contradictions.push_back(name(instance, run) + " occurs twice");
  }
  return contradictions;
}

}  // namespace bora::report
