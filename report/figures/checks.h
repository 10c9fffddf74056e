// The checks of an evaluation: those that were made with the run, and those that its records decide.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

struct RunSummary;

/// The run's own checks, and after them what its records say without asking anybody: whether more queries
/// would find much more ("budget"), every instance kept to its budget ("within-budget"), the verifier
/// confirmed everything ("verified"), no instance ended for a fault ("no-faults") and the database agrees
/// with itself ("consistent"). Of `summary` the attacks, verification, failures and findings are read. None
/// where the run made none: what its records say is no sign that anything was tried.
std::vector<EvaluationCheck> evaluation_checks(const RunRecord& run, const RunSummary& summary);

/// "14 passed, 1 warning, 2 open": how many checks have each status; a status that none has is left out.
std::string check_counts(const std::vector<EvaluationCheck>& checks);

/// "Passed", "Warning", "Failed" or "Open": the status as a reader sees it.
std::string status_word(const EvaluationCheck& check);

}  // namespace bora::report
