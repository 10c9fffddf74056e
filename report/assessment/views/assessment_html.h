// assessment.html: one file that needs nothing else, no network, and prints.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns the HTML page that shows `assessment`. It also reads the pixels of some dozen adversarial examples
/// of each model from the databases of the runs.
std::string assessment_html(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
