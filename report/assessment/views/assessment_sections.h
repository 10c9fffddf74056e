// Pieces of assessment.html: files of page/ that CMake compiles into the library
// (report/views/html/embedded.h), and sections that have a source file of their own, in order of appearance.
// Each of these functions returns the values of a template, or null if there is nothing to show.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/assessment/figures/assessment_summary.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/embedded.h"

namespace bora::report {

std::string_view assessment_script();  ///< page/assessment.js
EmbeddedFiles assessment_templates();  ///< page/*.html

// chart_figures.cc: values of chart.html
Json queries_values(const Assessment& assessment, const AssessmentSummary& summary);
Json bounds_values(const Assessment& assessment, const AssessmentSummary& summary);
Json front_values(const Assessment& assessment, const AssessmentSummary& summary);

// same_images.cc: values of same.html
Json same_images_values(const Assessment& assessment, const AssessmentSummary& summary);

// search_section.cc: values of search.html
Json search_values(const Assessment& assessment);

/// Returns HTML that shows the model's name after a sample of its line in the charts.
std::string model_label(const Assessment& assessment, std::size_t model);

}  // namespace bora::report
