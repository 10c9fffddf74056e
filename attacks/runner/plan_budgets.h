// Warnings about the query budgets of a plan.
#pragma once

#include <string>
#include <vector>

#include "attacks/runner/plan.h"
#include "attacks/settings/attack_summary.h"

namespace bora::attacks {

/// Returns a warning if all instances of an attack end before its first query that depends on an answer
/// (AttackSummary::opening_queries), so that their figures are not those of the attack's method; else "".
std::string describe_short_budget(const Plan& plan, const std::string& attack, const AttackSummary& summary);

/// Returns a warning if the setting `budget` gives some attacks smaller query budgets than others; else "".
/// `budget`: largest query budget of an instance in the run.
std::string describe_unequal_budgets(const std::vector<std::string>& attacks, int budget);

}  // namespace bora::attacks
