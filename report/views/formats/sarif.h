// results.sarif: a run as findings in the Static Analysis Results Interchange Format, for code hosts and
// viewers.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns text that conforms to SARIF 2.1.0 (OASIS, 2020). The artifact is the model's file. Results have
/// figures as properties:
/// - fooled, one an attack: "error" where the interval of its success within the budget lies above one half,
///   so that most inputs fall; "warning" where it succeeded otherwise; "note" of a white-box attack, which is
///   a white-box reference; of kind "pass" where it never succeeded, "open" where nothing was followed to the
///   budget.
/// - check-failed ("error") and check-warned ("warning") of the evaluation itself.
/// - condition-holds ("error"); condition-not-decided (of kind "open"). Conditions that do not hold or are
///   not shown are no results.
/// - not-verified, records-contradict ("error").
std::string sarif(const RunReport& report);

}  // namespace bora::report
