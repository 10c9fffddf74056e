// An assessment in sentences, the same in every format: plain text, to be escaped by whoever prints it.
#pragma once

#include <string>
#include <vector>

#include "tools/assess/report/figures/assessment_summary.h"

namespace bora {

/// "Deploy searched-1: ...", or why no model is recommended.
std::string recommendation_lead(const Assessment& assessment, const AssessmentSummary& summary);

/// What the lead rests on, a sentence or two each: which models are shown to be worse and which are not,
/// which are smaller or faster, clean accuracies, models left out. Empty where nothing is recommended and
/// none left out.
std::vector<std::string> recommendation_grounds(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// The rule that was followed.
std::string recommendation_rule();

/// What few queries achieve against the model recommended (else the strongest) and the weakest, a sentence
/// each.
std::vector<std::string> small_budget_sentences(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// "complete", or what is missing: "interrupted: 3 of 4 models attacked at 8/255".
std::string assessment_progress(const Assessment& assessment, const AssessmentSummary& summary);

/// What a reader must know first, a sentence each: not complete, warnings of runs, adversarial examples that
/// the verifier contradicts, checks that failed.
std::vector<std::string> assessment_warnings(const Assessment& assessment, const AssessmentSummary& summary);

/// "better", "worse", "not shown".
std::string shown_text(Shown shown);

/// "+4.4 [-1.0, +9.9]" in points of percent, or "n/a".
std::string difference_text(const ModelPair& pair);

/// "all 3 attacks together", "both attacks together", "square".
std::string attacks_phrase(const AssessmentSummary& summary, const BoundFigures& figures);

/// "1.20 ms", "270,896", or "n/a".
std::string latency_text(const AssessedModel& model);
std::string weights_text(const AssessedModel& model);

/// "image" or "graph".
std::string assessed_noun(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora
