// Formats of an assessment's report. Each is defined in a source file of its name.
#pragma once

#include <filesystem>
#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

/// Writes the reports: assessment.json, assessment.csv, assessment.md and assessment.html in `folder`, each
/// atomically. The assessment may be unfinished; the report states its progress. Throws InputError if a file
/// cannot be written.
void write_assessment_report(const Assessment& assessment, const AssessmentSummary& summary,
                             const std::filesystem::path& folder);

/// Returns the text that bo-assess prints: a short table and the recommendation.
std::string assessment_text(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns assessment.md, the complete report without charts and pictures.
std::string assessment_markdown(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns assessment.json: see docs/schema/assessment-1.schema.json and docs/reference/assessment-files.md.
std::string assessment_json(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns assessment.csv: one line for each model, bound and attack, and one for all attacks together, whose
/// attack is "all". Shares are in [0, 1]; unknown values are "".
std::string assessment_csv(const Assessment& assessment, const AssessmentSummary& summary);

/// Returns assessment.html, a single self-contained file that loads nothing from a network and can be
/// printed. Reads the pixels of up to 12 adversarial examples of each model from the databases of the runs.
std::string assessment_html(const Assessment& assessment, const AssessmentSummary& summary);

}  // namespace bora::report
