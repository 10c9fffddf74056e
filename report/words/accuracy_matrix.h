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

/// Graphs of one run or several: the record of each, which may occur in several runs, and whether the graph
/// is classified correctly. Graphs that are open or unconfirmed (see InputOutcome) are undecided.
struct GraphOutcomes {
  std::vector<int> records;
  std::vector<bool> correct;           ///< undecided graphs count as wrong
  std::vector<bool> possibly_correct;  ///< undecided graphs count as correct

  void add(int record, bool is_correct, bool is_undecided);
  void append(const GraphOutcomes& other);
  int undecided() const;  ///< number of undecided graphs
};

/// Cell of the matrix: results of an attack on the victims of one kind. Each run is a trial.
struct AccuracyCell {
  std::vector<double> trials_low;   ///< accuracy of each run in [0, 1]; undecided graphs count as wrong
  std::vector<double> trials_high;  ///< the same; undecided graphs count as correct
  GraphOutcomes graphs;             ///< graphs of all trials

  double mean_low() const;   ///< mean over the trials; undecided graphs count as wrong
  double mean_high() const;  ///< the same; undecided graphs count as correct
  /// Standard deviation over n trials, with n - 1; none if n < 2 or a graph is undecided.
  std::optional<double> deviation() const;
  /// 95% interval over the graphs of all trials, clustered by record: from the low end with undecided graphs
  /// as wrong to the high end with undecided graphs as correct.
  Interval interval() const;
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

/// Returns a table with cells such as "10.80 ± 2.5 [8.1, 14.2]", in percent, or "10.80 to 12.10 [8.1, 15.6]
/// (3 open)" if graphs are undecided. The published row of an attack, if there is one, follows the attack's
/// row. Attacks under another threat than the published one have no published figures.
ReportTable matrix_table(const AccuracyMatrix& matrix);

}  // namespace bora::report
