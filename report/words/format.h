// Figures of a run in words, the same in every format. Includes the formatting of numbers and facts.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/run_texts.h"
#include "report/figures/summary.h"
#include "report/statistics/number_text.h"

namespace bora::report {

/// Returns a quantile of queries as text, as in success_figures.h: "87 [80, 95]".
std::string quantile_text(const QueryQuantile& quantile);
/// Returns the first and the third quartile of queries: "12 / not reached".
std::string quartiles_text(const std::vector<QueryQuantile>& quartiles);
/// Data that a run made with --store summary contains.
inline constexpr const char* kSummaryStored =
    "counts and adversarial examples; the queries of attacks that have ended are not stored one by one (--store summary)";
/// Returns the number of queries, and whether they are stored: "12,345 on attacked inputs, each counted and
/// stored".
std::string spent_text(const RunRecord& run, const RunSummary& summary);
/// Returns the progress of a run: "complete"; "complete, 3 of 4 shards" if the others were not merged; or
/// "running: 12 of 40 instances ended".
std::string progress_text(const RunRecord& run, const RunSummary& summary);
/// Returns the name of the share of inputs that resist: "robust accuracy", or "not moved to a class asked
/// for" if only some classes are targets.
std::string resistance_name(const WorstCase& worst);
/// Returns the number of inputs of each outcome other than resisting under attack: "3 misclassified to begin
/// with, 12 fooled, 2 not tried to the end, 1 with adversarial examples that were not confirmed". Omits
/// counts of 0 except for fooled.
std::string resistance_counts(const WorstCase& worst, const RunRecord& run);
/// Returns the share that resists: "12.5%", or "12.5% to 18.0%" if inputs are undecided.
std::string share_text(const WorstCase& worst);
/// Returns the share that resists with its interval: "12.5% [8.1, 18.8]", or "n/a" without inputs.
std::string resistance_text(const WorstCase& worst);
/// Returns the result of the verification: "170 of 170 read back from their files, inside the ball and
/// fooling the victim again"; examples that did not pass or are not verified yet are appended.
std::string verdict_text(const VerificationSummary& verification, const RunRecord& run);

}  // namespace bora::report
