// Sentences of an assessment, the same in every format. They are plain text, which the caller must escape.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns the recommendation: "Deploy search-1: ...", or the reason why no model is recommended.
std::string recommendation_lead(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the reasons for the recommendation, of one or two sentences each: models shown and not shown to be
/// worse, smaller and faster models, clean accuracies, results at other bounds, models that are barred. Empty
/// if no model is recommended and none is barred.
std::vector<std::string> recommendation_grounds(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// Returns text that explains the rule of the recommendation.
std::string recommendation_rule();

/// Returns a sentence each on the success of few queries against the recommended model, or else the most
/// robust one, and against the least robust one.
std::vector<std::string> small_budget_sentences(const Assessment& assessment,
                                                const AssessmentSummary& summary);

/// Returns the progress: "complete", or "interrupted: of 8 runs, 5 complete and 6 begun".
std::string assessment_progress(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the warnings of the report, one sentence each: an incomplete assessment, models that could not be
/// attacked, equal models, missing evidence, warnings of runs, adversarial examples that the verifier
/// contradicts, contradictions in databases.
std::vector<std::string> assessment_warnings(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the warning that the models with these names are equal, without a full stop.
std::string same_model_text(const std::string& first, const std::string& second);

/// Returns the conclusion in words: "better", "worse" or "not shown".
std::string shown_text(Shown shown);

/// Formats the latency, which is the time of one query: "1.2 ms", or "n/a".
std::string latency_text(const AssessedModel& model);
/// Returns the number of weights as text: "270,896", or "n/a".
std::string weights_text(const AssessedModel& model);

/// Returns the smallest and the largest index of the run's inputs in the data: "records 72 to 4790".
std::string records_text(const RunRecord& run);

/// Returns the kind of the inputs: "image" or "graph".
std::string assessed_noun(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
