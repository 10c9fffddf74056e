#include "attacks/runner/plan_budgets.h"

#include <algorithm>

#include "attacks/factory.h"
#include "common/text.h"

namespace bora::attacks {

std::string describe_short_budget(const Plan& plan, const std::string& attack, const AttackSummary& summary) {
  int budget = 0;
  for (const InstanceRow& row : plan.instances)
    if (row.attack == attack) budget = std::max(budget, row.budget);
  if (budget == 0 || budget > summary.opening_queries) return "";
  return fmt::format(
      "{} chooses its first {} without the use of an answer, and its budget is {}: its figures are those of "
      "a fixed design, and a larger budget is needed to measure the attack",
      attack, count_of(summary.opening_queries, "query", "queries"), budget);
}

std::string describe_unequal_budgets(const std::vector<std::string>& attacks, int budget) {
  std::vector<int> own;
  for (const std::string& attack : attacks) own.push_back(budget_of(attack, budget));
  if (own.empty()) return "";
  const auto [smallest, largest] = std::ranges::minmax(own);
  std::vector<std::string> smaller;
  for (std::size_t a = 0; a < attacks.size(); ++a)
    if (own[a] < largest) smaller.push_back(fmt::format("{} has {}", attacks[a], grouped(own[a])));
  if (smaller.empty()) return "";
  return fmt::format(
      "the attacks have different query budgets: {}, and {} {}; compare them within {}, since beyond that an "
      "attack whose budget is spent counts as failed while another continues",
      join(smaller), attacks.size() - smaller.size() == 1 ? "the other" : "the others", grouped(largest),
      count_of(smallest, "query", "queries"));
}

}  // namespace bora::attacks
