// Reports of bo-nas: on the terminal, as tables, as a page. Each kind of search has a source file of its own.
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

// search_report.cc: a search that trains

/// Returns the summary that bo-nas prints.
std::string search_text(const SearchConfig& options, const SearchOutcome& outcome);
/// Writes results.csv (one line for each trial) and report.html into the search's folder.
void write_search_report(const SearchConfig& options, const SpacePtr& space, const SearchOutcome& outcome);

// bnn_report.cc: a search for Bayesian networks

/// Returns the summary that bo-nas prints.
std::string bnn_text(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);
/// Writes results.csv, one line per checkpoint or failure, and report.html into the folder of the search.
void write_bnn_report(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);

// study_report.cc: a study on a table

/// Returns a heading that names the table and the study, and a Markdown table of the strategies.
std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options);
/// Writes summary.csv (one line for each strategy and number of evaluations) and report.html into `folder`.
void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options);

// sigmoid_search.cc: sigmoid networks trained by plain gradient descent, and their search

/// Trains or searches, writes results.csv and report.html and prints a summary. A search stores the accuracy
/// of each network in run.sqlite, from which it is resumed. Throws InputError, StorageError, and Interrupted
/// once `stop` is true.
void run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop);

}  // namespace bora::report
