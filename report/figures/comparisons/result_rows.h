// An attack's results instance by instance, wherever they come from: a run, or a table made elsewhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/paired.h"

namespace bora::report {

struct ResultRow {
  std::int64_t record = 0;  ///< index that the input has in its data set
  int label = 0;            ///< true class
  int target = -1;          ///< class asked for; -1: untargeted
  std::string seed;         ///< seed of the run; "": not stated
  WatchedInstance watched;  ///< clustered by record
};

struct ResultRows {
  std::string attack;
  std::string label;  ///< label for readers: the attack, and where it is from or what it is
  std::vector<ResultRow> rows;
};

/// Returns the instances of `attack` that have begun.
ResultRows rows_of(const RunRecord& run, const std::string& attack);

/// Reads a CSV file that has a header. Returns one attack for each name in its column `attack`; without that
/// column all rows belong to one attack that is named after the file. Columns, in any order, others ignored:
/// `record` or `image_index`; `label` or `true`; `target` ("" or -1: untargeted; optional); `queries`;
/// `success` (1 or 0) or `status` (as in results.csv); and, optionally, `verified` ("no" makes a success a
/// failure), `run_seed`, `eps`. A failure is final: it counts as observed to the largest number of queries in
/// the file. Throws InputError with file and line if a value is missing or not a number, or if a file of
/// images has an `eps` that differs from that of `run`.
std::vector<ResultRows> read_result_rows(const std::filesystem::path& file, const RunRecord& run);

/// Returns pairs of rows with the same record and target: those of equal seeds if both sides have rows with a
/// common seed, else each row of one side with each of the other. Throws InputError if a record has two
/// labels, since the data then differ.
std::vector<PairedObservation> pair_rows(const ResultRows& first, const ResultRows& second);

}  // namespace bora::report
