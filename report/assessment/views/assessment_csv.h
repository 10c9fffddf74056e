#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns assessment.csv: one line for each model, bound and attack, and one for all attacks together, whose
/// attack is "all". Shares are in [0, 1]; unknown values are "".
std::string assessment_csv(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
