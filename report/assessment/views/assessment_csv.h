#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// assessment.csv: a line a model, bound and attack; one of all attacks together has "all" for its attack.
/// Shares in [0, 1], "" for what is not known.
std::string assessment_csv(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
