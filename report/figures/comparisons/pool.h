// Several runs that differ in their seed only, evaluated as one run, and compared with results from tables.
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

struct PooledAttack : SuccessFigures {
  std::string name;                  ///< the attack, marked (prior) or (white box)
  bool rival = false;                ///< whether it comes from a CSV file, not from the runs
  int seeds = 0;                     ///< number of runs that hold the attack; 1 for a rival
  int instances = 0;                 ///< number begun under all seeds; of a rival, those in the runs
  int inputs = 0;                    ///< number of inputs that these instances are on
  int not_ended = 0;                 ///< number of instances that are pending or running
  VerificationSummary verification;  ///< set for attacks of the runs only
};

struct Pool {
  std::vector<std::string> runs;   ///< folders
  std::vector<std::string> seeds;  ///< seeds of the runs, each once
  int budget = 0;                  ///< queries; the largest
  std::vector<int> points;         ///< query numbers; the last is the budget
  std::vector<PooledAttack> attacks;
  /// Comparisons of the reference with each other attack of the runs, and of each black-box attack of the
  /// runs with each rival. Queries of a rival beyond the budget are ignored. Within the runs, pairs have
  /// equal seeds; a rival is paired with every seed.
  std::vector<AttackComparison> comparisons;
  std::vector<std::string> warnings;  ///< warnings of all runs, each once
  std::vector<std::string> findings;  ///< contradictions in the databases; see audit()
};

struct PoolChoices {
  std::string reference;    ///< attack that the others are compared with; "": the first
  std::vector<int> points;  ///< query numbers; empty: the report's
  /// CSV files, and what to call them; "": as result_rows.h says.
  std::vector<std::pair<std::filesystem::path, std::string>> rivals;
};

/// Computes the pool of `runs`. Clusters are the inputs' records: an instance under three seeds counts as
/// three instances of one image. Throws InputError if the runs differ in more than the seed, if two of one
/// seed hold the same attack, or for errors in the choices or in the rivals' files (result_rows.h).
Pool pool_runs(const std::vector<RunRecord>& runs, const PoolChoices& choices);

}  // namespace bora::report
