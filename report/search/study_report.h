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

/// A Markdown table and what it is of.
std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options);
/// summary.csv (a line a strategy and number of evaluations) and report.html.
void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options);

}  // namespace bora::report
