// Parts of assessment.html: the files of page/, which CMake compiles into the library
// (report/views/html/embedded.h), and the values of the sections that have their own source file, in order of
// appearance. Each function returns the values of a template, or null if there is nothing to show.
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

/// Returns HTML that contains a sample of the model's line in the charts and its name.
std::string model_label(const Assessment& assessment, std::size_t model);

}  // namespace bora::report
