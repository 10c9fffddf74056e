// Evaluation of several runs that differ in their seed only as one, and comparison with results from CSV
// files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/comparisons/result_rows.h"
#include "report/figures/success_figures.h"
#include "report/figures/verification_summary.h"

namespace bora::report {

/// Results of one attack over all runs, or of a rival: an attack whose results come from a CSV file.
struct PooledAttack : SuccessFigures {
  std::string name;                  ///< name of the attack, marked (prior) or (white box)
  bool rival = false;                ///< whether the results come from a CSV file
  int seeds = 0;                     ///< number of runs that hold the attack; 1 for a rival
  int instances = 0;                 ///< number begun in all runs; for a rival, those that the runs share
  int inputs = 0;                    ///< number of inputs of these instances
  int not_ended = 0;                 ///< number of instances that are pending or running, or have failed
  VerificationSummary verification;  ///< set for attacks of the runs only
};

/// Results of several runs, evaluated as one.
struct Pool {
  std::vector<std::string> runs;   ///< folders
  std::vector<std::string> seeds;  ///< distinct seeds of the runs
  int budget = 0;                  ///< largest budget of the runs, in queries
  std::vector<int> points;         ///< query numbers at which success is reported; the last is the budget
  std::vector<PooledAttack> attacks;
  /// Comparisons of the reference with each other attack of the runs, and of each black-box attack of the
  /// runs with each rival. Queries of a rival beyond the budget are ignored. Pairs are those of pair_rows().
  std::vector<AttackComparison> comparisons;
  std::vector<std::string> warnings;        ///< warnings of all runs, each once
  std::vector<std::string> contradictions;  ///< contradictions in the databases; see audit()
};

/// Options of a pool.
struct PoolChoices {
  std::string reference;    ///< attack that the others are compared with; "": the first black-box attack
  std::vector<int> points;  ///< query numbers at which success is reported; empty: default ones
  /// CSV files of rivals and names for them; "": names of read_result_rows().
  std::vector<std::pair<std::filesystem::path, std::string>> rivals;
};

/// Computes the pool of `runs`, at least one. Clusters are the inputs' records: an instance under three seeds
/// counts as three instances of one input. Throws InputError if the runs differ in more than the seed, if two
/// runs with the same seed hold the same attack, or for errors in the choices or in the rivals' files
/// (read_result_rows).
Pool pool_runs(const std::vector<RunRecord>& runs, const PoolChoices& choices);

}  // namespace bora::report
