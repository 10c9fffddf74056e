// Checks of an evaluation: those made during the run, and those computed from its records. One of the latter
// is the audit (audit.cc), which compares the results of a run with its ledger of queries.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

struct RunSummary;

/// Returns the checks made during the run, then those computed from its records, without a query:
/// - budget: more queries would not find many more adversarial examples;
/// - within-budget: every instance kept to its budget;
/// - verified: the verifier confirmed every example;
/// - no-faults: no instance ended because of a fault;
/// - consistent: the database does not contradict itself.
/// Reads the attacks, verification, failures and contradictions of `summary`. Returns no checks if none were
/// made during the run.
std::vector<EvaluationCheck> evaluation_checks(const RunRecord& run, const RunSummary& summary);

/// Returns the number of checks of each status that occurs: "14 passed, 1 warning, 2 open".
std::string check_counts(const std::vector<EvaluationCheck>& checks);

/// Returns the status for readers: "Passed", "Warning", "Failed" or "Open".
std::string status_word(const EvaluationCheck& check);

/// Returns title and text: "expected: ...; found: ...". A title states what must hold, so it is not a
/// finding.
std::string expected_and_found(const EvaluationCheck& check);

/// Checks the database and returns one line for each contradiction. For each instance:
/// - it occurs once, and its input was classified correctly before the attack;
/// - its number of queries is that of the ledger, numbered without gaps, and at most the budget;
/// - the last query of a success, and no other, is successful (with --minimise and in semantic runs: each
///   example is nearer than the one before);
/// - it has an adversarial example exactly if it is a success; the example is within the threat model and
///   predicted as the goal requires.
std::vector<std::string> audit(const RunRecord& run);

}  // namespace bora::report
