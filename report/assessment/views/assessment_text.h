// An assessment on a terminal and as Markdown.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns the text that bo-assess prints: a short table and the recommendation.
std::string assessment_text(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns the complete report without charts and pictures.
std::string assessment_markdown(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
