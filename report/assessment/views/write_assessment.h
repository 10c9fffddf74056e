// The derived files of an assessment's folder.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Writes the reports: assessment.json, assessment.csv, assessment.md and assessment.html in `folder`, each
/// atomically. The assessment may be unfinished: the report states its progress. Throws InputError
/// if a file cannot be written.
void write_assessment_report(const Assessment& assessment, const AssessmentSummary& summary,
                             const std::filesystem::path& folder);

}  // namespace bora::report
