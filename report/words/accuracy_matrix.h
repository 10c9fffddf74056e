// Table of several runs on graphs: accuracy after each attack on each victim, as in table 6.6 of Ru 2021.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/statistics/statistics.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Victims of one column, named after a run's files: "gcn" and "PROTEINS" for a model gcn-PROTEINS-1.pt and
/// data PROTEINS.zip. If the model's name contains no known architecture, `architecture` is the name without
/// its trailing number.
struct VictimKind {
  std::string architecture;
  std::string data;
  std::string threat;  ///< threat_text() of the run, to distinguish constraints
  /// True if the threat is that of table 6.6: any edge may be flipped, 0.03 n^2 edges of n nodes in all.
  bool as_published = true;
  auto operator<=>(const VictimKind&) const = default;
};

/// Cell of the matrix: results of an attack on the victims of one kind. Each run is a trial.
struct AccuracyCell {
  std::vector<double> trials;  ///< accuracy of each run in [0, 1]; undecided graphs count as correct
  std::vector<int> records;    ///< records of the graphs of all runs; a record may occur in several runs
  std::vector<bool> correct;  ///< whether each graph is still classified correctly, in the order of `records`
  int undecided = 0;          ///< number of graphs that are open or unconfirmed (see InputOutcome)

  double mean() const;                      ///< mean over the trials
  std::optional<double> deviation() const;  ///< standard deviation over n trials, with n - 1; none if n < 2
  Interval interval() const;  ///< 95% interval over the graphs of all trials, clustered by record
};

/// Accuracies of each kind of victims after each attack.
struct AccuracyMatrix {
  std::vector<VictimKind> columns;   ///< in order of appearance
  std::vector<std::string> attacks;  ///< "" (without an attack), black-box attacks, white-box attacks
  std::vector<std::vector<std::optional<AccuracyCell>>> cells;  ///< indices: attack, column
};

/// Returns the matrix of `runs`. Throws InputError that names the run if one is not on graphs or has only
/// some classes as targets, if two runs of one kind attack the same victim with the same seed, so that they
/// are not separate trials, or if check_same_records() refuses runs whose data have the same name.
AccuracyMatrix accuracy_matrix(const std::vector<RunRecord>& runs);

/// Returns whether the run was made with --protocol `protocol`.
bool states_protocol(const RunRecord& run, const std::string& protocol);

/// Returns a table with cells such as "10.80 ± 2.5 [8.1, 14.2]", in percent. The published row of an attack,
/// if there is one, follows the attack's row. Attacks under another threat than the published one have no
/// published figures.
ReportTable matrix_table(const AccuracyMatrix& matrix);

}  // namespace bora::report
