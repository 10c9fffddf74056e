// assessment.html: one file that needs nothing else, no network, and prints.
#pragma once

#include <string>

#include "tools/assess/report/figures/assessment_summary.h"

namespace bora {

/// The page. Reads pixels of some dozen adversarial examples of each model from the runs' databases beside
/// what `assessment` holds.
std::string assessment_html(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora
