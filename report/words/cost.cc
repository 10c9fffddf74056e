#include "report/words/cost.h"

#include <fmt/format.h>

#include "common/text.h"

namespace bora::report {

std::optional<RunCost> cost_of(const RunRecord& run, const RunSummary& summary) {
  if (run.price_per_1000 <= 0) return std::nullopt;
  RunCost cost{run.price_per_1000,
               summary.attack_attempts + run.clean_queries + run.check_queries + run.loading_inputs,
               run.searched > 0};
  cost.inputs +=
      run.verification_queries + static_cast<std::int64_t>(run.searches.size()) + run.search_repeats;
  if (run.verification_queries == 0)
    for (const AttackResult& attack : summary.attacks)
      cost.inputs += static_cast<std::int64_t>(attack.verification.examples) * run.repeats;
  return cost;
}

std::string cost_text(const RunCost& cost) {
  return fmt::format(
      "{:.2f} for {} at {:g} per 1,000: attempts, {}clean inputs, checks, verification and loading",
      cost.total(), count_of(cost.inputs, "input"), cost.price_per_1000,
      cost.searched ? "the search for perturbations, " : "");
}

}  // namespace bora::report
