// Results of an attack on each instance, from a run or from a CSV file of another program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/paired.h"

namespace bora::report {

/// Number of queries and success of an attack on one instance.
struct ResultRow {
  std::int64_t record = 0;  ///< index that the input has in its data set
  int label = 0;            ///< true class
  int target = -1;          ///< target class; -1: untargeted
  std::string seed;         ///< seed of the run; "": not stated
  WatchedInstance watched;  ///< queries and success; the cluster is the record
};

/// Results of one attack.
struct ResultRows {
  std::string attack;
  std::string label;  ///< name for readers, with the file it is from or the mark (prior) or (white box)
  std::vector<ResultRow> rows;
};

/// Returns the results on the instances of `attack` that have begun.
ResultRows rows_of(const RunRecord& run, const std::string& attack);

/// Reads a CSV file that has a header. Returns one attack for each name in its column `attack`; without that
/// column all rows belong to one attack that is named after the file. Columns, in any order, others ignored:
/// - `record` or `image_index`, `label` or `true`, `queries`;
/// - `success` (1 or 0) or `status` (as in results.csv);
/// - optional: `target` ("" or -1: untargeted), `verified` ("no" makes a success a failure), `run_seed`,
/// `eps`.
///
/// A final failure counts as observed up to the largest number of queries in the file. Throws InputError with
/// file and line if a value is missing or invalid, if an instance occurs twice, or if `eps` differs from that
/// of `run`, a run on images.
std::vector<ResultRows> read_result_rows(const std::filesystem::path& file, const RunRecord& run);

/// Returns pairs of rows with the same record and target. If the two sides have a seed in common, only rows
/// with equal seeds are paired; else each row of one side with each of the other. Throws InputError if a
/// record has two labels, since the data then differ.
std::vector<PairedObservation> pair_rows(const ResultRows& first, const ResultRows& second);

}  // namespace bora::report
