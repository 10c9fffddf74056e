// Several runs on graphs in one table: accuracy after each attack on each victim, as table 6.6 of Ru 2021.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/render/report_table.h"
#include "tools/report/statistics/statistics.h"

namespace bora {

/// What a column is of. Taken from the names of a run's files: "gcn" and "PROTEINS" of a model
/// gcn-PROTEINS-1.pt and data PROTEINS.zip; where the model's name tells no architecture, the name without
/// its trailing number stands for it.
struct VictimKind {
  std::string architecture;
  std::string data;
  std::string threat;  ///< as threat_text, to tell constraints apart
  auto operator<=>(const VictimKind&) const = default;
};
VictimKind victim_kind(const RunRecord& run);

/// One cell: an attack on the victims of one kind, a trial a run.
struct AccuracyCell {
  std::vector<double> trials;  ///< accuracy of each run in [0, 1]; undecided graphs count as right so far
  std::vector<int> records;    ///< of the graphs of all runs together; a record may be in several runs
  std::vector<bool> correct;   ///< by graph
  int undecided = 0;           ///< graphs that have not been tried to the end

  double mean() const;
  std::optional<double> deviation() const;  ///< standard deviation, n - 1; none below two trials
  Interval interval() const;                ///< of all trials pooled, clustered by record
};

struct AccuracyMatrix {
  std::vector<VictimKind> columns;   ///< in order of appearance
  std::vector<std::string> attacks;  ///< "" for clean comes first; white-box attacks last
  std::vector<std::vector<std::optional<AccuracyCell>>> cells;  ///< attack, column
};

/// Throws InputError, naming the runs, if one is not on graphs, asks for some target classes only, or if two
/// runs of one kind attack the same victim with the same seed: then they are no trials.
AccuracyMatrix accuracy_matrix(const std::vector<RunRecord>& runs);

/// Whether the run's configuration names this protocol.
bool states_protocol(const RunRecord& run, const std::string& protocol);

/// "10.8 ± 2.5 [8.1, 14.2]" a cell, in percent; below each attack's row the published one where there is one.
ReportTable matrix_table(const AccuracyMatrix& matrix);

}  // namespace bora
