#pragma once

#include <string>

#include "tools/assess/report/figures/assessment_summary.h"

namespace bora {

/// assessment.json: see docs/schema/assessment-1.schema.json and the folder's README.
std::string assessment_json(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora
