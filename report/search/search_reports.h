// Reports of bo-nas: on the terminal, as tables and as a page. Each kind of search has its own source file.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/bayesian/bnn_outcome.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"
#include "nas/run/study/sigmoid_config.h"
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

// sigmoid_search.cc: sigmoid networks trained by gradient descent, and the search for them

/// Trains one network, searches, or makes a regression, as `config` says; writes results.csv and report.html
/// and prints a summary. A search stores the accuracy of each network in run.sqlite, from which it can be
/// resumed. Throws SettingError or InputError for invalid settings or data, StorageError, and Interrupted
/// once `stop` is true.
void run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop);

}  // namespace bora::report
