// Several runs on graphs in one table: accuracy after each attack on each victim, as table 6.6 of Ru 2021.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/statistics.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Victims that one column is about, named after a run's files: "gcn" and "PROTEINS" for a model
/// gcn-PROTEINS-1.pt and data PROTEINS.zip. Where the model's name tells no architecture, the name without
/// its trailing number takes its place.
struct VictimKind {
  std::string architecture;
  std::string data;
  std::string threat;  ///< threat_text() of the run, to distinguish constraints
  auto operator<=>(const VictimKind&) const = default;
};

/// Cell of the matrix: an attack on the victims of one kind, with one trial per run.
struct AccuracyCell {
  std::vector<double> trials;  ///< accuracy of each run in [0, 1]; undecided graphs count as right so far
  std::vector<int> records;    ///< records of the graphs of all runs; a record may occur in several runs
  std::vector<bool> correct;   ///< whether each graph stays classified correctly
  int undecided = 0;           ///< graphs that have not been tried to the end

  double mean() const;
  std::optional<double> deviation() const;  ///< standard deviation, n - 1; none below two trials
  Interval interval() const;                ///< 95% interval over all trials pooled, clustered by record
};

struct AccuracyMatrix {
  std::vector<VictimKind> columns;   ///< in order of appearance
  std::vector<std::string> attacks;  ///< "" for clean comes first; white-box attacks last
  std::vector<std::vector<std::optional<AccuracyCell>>> cells;  ///< attack, column
};

/// Returns the matrix of `runs`. Throws InputError, naming the runs, if one is not on graphs or asks for some
/// target classes only, or if two runs of one kind attack the same victim with the same seed (no separate
/// trials).
AccuracyMatrix accuracy_matrix(const std::vector<RunRecord>& runs);

/// Returns whether the run's configuration names `protocol`.
bool states_protocol(const RunRecord& run, const std::string& protocol);

/// Returns a table with cells such as "10.8 ± 2.5 [8.1, 14.2]", in percent; the published row, if there is
/// one, follows that of each attack.
ReportTable matrix_table(const AccuracyMatrix& matrix);

}  // namespace bora::report
