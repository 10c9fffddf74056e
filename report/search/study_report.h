// A study for readers: on the terminal, as a table to paste, as a page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "nas/table/tabular_benchmark.h"
#include "report/search/study_figures.h"

namespace bora::report {

/// Returns a heading that names the table and the study, and a Markdown table of the strategies.
std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options);
/// Writes summary.csv (one line for each strategy and number of evaluations) and report.html into `folder`.
void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options);

}  // namespace bora::report
