// Reports of bo-nas: on the terminal, as tables and as a page. Each kind of search has its own source file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/bayesian/bnn_outcome.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"
#include "nas/run/study/sigmoid_search.h"
#include "nas/space/architecture_space.h"
#include "nas/table/tabular_benchmark.h"
#include "report/search/study_figures.h"

namespace bora::report {

// search_report.cc: a search that trains networks

/// Returns the summary that bo-nas prints.
std::string search_text(const SearchConfig& options, const SearchOutcome& outcome);
/// Writes results.csv (one line for each trial) and report.html into the search's folder.
void write_search_report(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome);

// bnn_report.cc: a search for Bayesian networks

/// Returns the summary that bo-nas prints.
std::string bnn_text(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);
/// Writes results.csv (one line for each checkpoint or failure) and report.html into the search's folder.
void write_bnn_report(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);

// study_report.cc: a comparison of strategies on a tabular benchmark

/// Returns a heading that names the table and the study, and a Markdown table of the strategies.
std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options);
/// Writes summary.csv (one line for each strategy and number of evaluations) and report.html into `folder`.
void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options);

// sigmoid_report.cc: one sigmoid network, a search for such networks, or a regression on basis functions

/// Returns the summary that bo-nas prints.
std::string sigmoid_text(const SigmoidConfig& options, const SigmoidOutcome& outcome);
std::string sigmoid_text(const SigmoidConfig& options, const RegressionOutcome& outcome);
/// Writes results.csv (one line for each evaluation or epoch, or for each model and point) and report.html
/// into the folder of the results.
void write_sigmoid_report(const SigmoidConfig& options, const SigmoidOutcome& outcome);
void write_sigmoid_report(const SigmoidConfig& options, const RegressionOutcome& outcome);

}  // namespace bora::report
