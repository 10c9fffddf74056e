// Figures of a run in words, the same in every format; beside them how numbers and facts look.
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
/// Description of the contents of a run made with --store summary.
inline constexpr const char* kSummaryStored =
    "counts and adversarial examples; the queries of attacks that have ended are not stored one by one (--store summary)";
/// Returns "12,345 on attacked inputs, each counted and stored".
std::string spent_text(const RunRecord& run, const RunSummary& summary);
/// Returns "complete", "complete, 3 of 4 shards" if the others were not merged, or how far the run has
/// progressed.
std::string progress_text(const RunRecord& run, const RunSummary& summary);
/// Returns "robust accuracy" or, where only some classes are targets, the name of that share: "not moved to a
/// class asked for".
std::string resistance_name(const WorstCase& worst);
/// Returns counts of the inputs that did not resist or allow no change: "3 misclassified to begin with, 12
/// fooled, 2 not tried to the end, 1 with adversarial examples that were not confirmed". Omits counts of 0
/// except for fooled.
std::string resistance_counts(const WorstCase& worst, const RunRecord& run);
/// Returns the share that resists: "12.5%", or "12.5% to 18.0%" where inputs are undecided.
std::string share_text(const WorstCase& worst);
/// Returns "12.5% [8.1, 18.8]", or a range where inputs are undecided.
std::string resistance_text(const WorstCase& worst);
/// Returns the result of the verification: "170 of 170 read back from their files, inside the ball and
/// fooling the victim again", or what is wrong.
std::string verdict_text(const VerificationSummary& verification, const RunRecord& run);

}  // namespace bora::report
