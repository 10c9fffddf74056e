// An assessment in sentences, the same in every format: plain text, which the caller must escape.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns "Deploy search-1: ...", or why no model is recommended.
std::string recommendation_lead(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the reasons for the recommendation, a sentence or two each: which models are shown to be worse and
/// which are not, which are smaller or faster, clean accuracies, models left out. Empty if no model is
/// recommended and none is left out.
std::vector<std::string> recommendation_grounds(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// Returns text that explains the rule of the recommendation.
std::string recommendation_rule();

/// Returns the success of few queries against the recommended (else the strongest) and the weakest model, one
/// sentence each.
std::vector<std::string> small_budget_sentences(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// Returns "complete", or what is missing: "interrupted: of 8 runs, 5 complete and 6 begun".
std::string assessment_progress(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the warnings of the report, one sentence each: an incomplete assessment, warnings of runs,
/// adversarial examples that the verifier contradicts, checks that failed.
std::vector<std::string> assessment_warnings(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the word that reports use: "better", "worse" or "not shown".
std::string shown_text(Shown shown);

/// Return text that looks like "1.20 ms" and "270,896", or "n/a".
std::string latency_text(const AssessedModel& model);
std::string weights_text(const AssessedModel& model);

/// Returns text such as "records 72 to 4790": the smallest and largest position of the run's inputs in the
/// data.
std::string records_text(const RunRecord& run);

/// Returns the noun that fits the inputs: "image" or "graph".
std::string assessed_noun(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
