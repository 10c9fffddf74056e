// Checks of an evaluation: those that were made with the run, and those that its records decide. Among these
// is the audit (audit.cc): a report must not repeat what its own ledger contradicts.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

struct RunSummary;

/// Returns the checks that were made with the run, then those that its records decide without a query:
/// - budget: more queries would not find many more adversarial examples;
/// - within-budget: every instance kept to its budget;
/// - verified: the verifier confirmed every example;
/// - no-faults: no instance ended because of a fault;
/// - consistent: the database does not contradict itself.
/// Reads the attacks, verification, failures and findings of `summary`. Returns nothing if no checks were
/// made with the run.
std::vector<EvaluationCheck> evaluation_checks(const RunRecord& run, const RunSummary& summary);

/// Returns the number of checks by status, "14 passed, 1 warning, 2 open", without those that no check has.
std::string check_counts(const std::vector<EvaluationCheck>& checks);

/// Returns the status for readers: "Passed", "Warning", "Failed" or "Open".
std::string status_word(const EvaluationCheck& check);

/// Returns one line for each contradiction; empty if there is none. Checks for each instance: the queries it
/// states are in the ledger, numbered without gaps and within the budget; success fell on the last of them
/// and on no other; an adversarial example exists for each success and for nothing else, inside the ball, and
/// predicted as the goal demands; no instance occurs twice; its image was classified correctly before.
std::vector<std::string> audit(const RunRecord& run);

}  // namespace bora::report
