#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Returns assessment.json: see docs/schema/assessment-1.schema.json and docs/reference/assessment-files.md.
std::string assessment_json(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
