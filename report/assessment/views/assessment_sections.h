// The sections of assessment.html that have a file of their own, in the order in which they appear. "" where
// there is nothing to show.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"

namespace bora::report {

// chart_figures.cc
std::string queries_section(const Assessment& assessment, const AssessmentSummary& summary);
std::string bounds_section(const Assessment& assessment, const AssessmentSummary& summary);
std::string front_section(const Assessment& assessment, const AssessmentSummary& summary);

// same_images.cc
std::string same_images_section(const Assessment& assessment, const AssessmentSummary& summary);

// search_section.cc
std::string search_section(const Assessment& assessment);

/// The model's name behind a sample of its line in the charts, as HTML.
std::string model_label(const Assessment& assessment, std::size_t model);

}  // namespace bora::report
