#include "attacks/runner/forecast.h"

#include <algorithm>

namespace bora::attacks {
namespace {

// Lifetimes of an attack's instances, as shares of their budgets.
struct Lifetimes {
  double lived = 0;      // sum over all instances
  double longest = 0;    // maximum over the instances in progress
  int ended = 0;         // number of ended instances
  bool to_come = false;  // true if any instance has not ended

  // Returns whether an estimate is possible: after 3 ends, or once an instance has spent 20% of its budget.
  bool known() const { return ended >= 3 || longest >= 0.2; }
  // Returns the estimated mean: that of an exponential distribution with censored lifetimes, at most 1.
  double mean() const { return ended > 0 ? std::min(1.0, lived / ended) : 1.0; }
};

double part_spent(const InstanceRow& row) {
  return std::min(1.0, static_cast<double>(row.queries) / row.budget);
}

}  // namespace

RunProgress forecast(const std::vector<InstanceRow>& rows,
                     const std::map<std::string, AttackExpense>& expenses, double victim_seconds,
                     double seconds) {
  RunProgress now;
  now.instances = static_cast<int>(rows.size());
  now.seconds = seconds;
  std::map<std::string, Lifetimes> lifetimes;
  double settled = 0, all = 0;  // numbers of queries: spent or no longer needed; all budgets
  for (const InstanceRow& row : rows) {
    Lifetimes& of_attack = lifetimes[row.attack];
    const double spent = part_spent(row);
    of_attack.lived += spent;
    all += row.budget;
    if (has_ended(row)) {
      ++now.ended;
      ++of_attack.ended;
      auto& [successes, ended] = now.success[row.attack];
      ++ended;
      successes += row.status == InstanceStatus::success ? 1 : 0;
      settled += row.budget;
    } else {
      of_attack.to_come = true;
      of_attack.longest = std::max(of_attack.longest, spent);
      settled += spent * row.budget;
    }
  }
  now.share = now.ended == now.instances ? 1 : std::min(settled / all, 1.0);
  for (const auto& [attack, expense] : expenses) now.queries += expense.queries;
  if (now.ended == now.instances) now.remaining = 0;
  if (now.queries == 0 || now.ended == now.instances) return now;

  // Cost of a query by attack: its share of the victim's time and of the attack's own time.
  std::map<std::string, double> cost;
  double paid = 0;
  for (const auto& [attack, expense] : expenses) {
    if (expense.queries == 0) continue;
    const double own = expense.seconds / static_cast<double>(expense.queries);
    cost[attack] = own + victim_seconds / static_cast<double>(now.queries);
    paid += cost[attack] * static_cast<double>(expense.queries);
  }
  for (const auto& [attack, of_attack] : lifetimes)
    if (of_attack.to_come && (!of_attack.known() || !cost.contains(attack))) return now;
  double due = 0;
  for (const InstanceRow& row : rows) {
    if (has_ended(row)) continue;
    const double expected = lifetimes[row.attack].mean();
    due += cost[row.attack] * row.budget * std::min(expected, 1 - part_spent(row));
  }
  if (paid > 0) now.remaining = seconds * due / paid;
  return now;
}

}  // namespace bora::attacks
