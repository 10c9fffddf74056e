// Values of the page's templates (page/run*.html), section by section.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/line_style.h"
#include "report/words/report_table.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns HTML that contains a sample of an attack's line in the chart, its name and its mark.
std::string attack_label(const RunReport& report, const std::string& name);

/// Returns the table as HTML; rows of attacks begin with attack_label().
std::string html(const ReportTable& table, const RunReport& report);

/// Returns the values of run_chart.html.
Json chart_values(const RunReport& report);
/// Returns the values of run_objective.html for the first input that was attacked. Null if the run stores no
/// queries, has more than 12 attacks, or continues attacks after a success (semantic runs, --minimise).
Json objective_values(const RunReport& report);
/// Returns the values of run_results.html.
Json result_values(const RunReport& report);
/// Returns the values of run_matrix.html; null without classes to show.
Json matrix_values(const RunReport& report);
/// Returns the values of run_semantic.html; null for other runs.
Json semantic_values(const RunReport& report);
/// Returns the values of run_smallest.html; null for runs without --minimise.
Json smallest_values(const RunReport& report);
/// Returns the values of run_examples.html; null for runs on graphs and without examples.
Json example_values(const RunReport& report);
/// Returns the values of run_drawings.html; null for runs on images and without examples.
Json drawing_values(const RunReport& report);

}  // namespace bora::report
