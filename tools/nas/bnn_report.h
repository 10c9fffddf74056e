// A search for Bayesian networks for readers: on the terminal, as results.csv, as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nas/curves/curve_search.h"
#include "nas/curves/held_out_curves.h"
#include "tools/nas/bnn_trainer.h"

namespace bora {

struct BnnOutcome {
  CurveTable table;                        ///< validation log likelihoods
  std::vector<BnnCheckpoint> checkpoints;  ///< by round
  int rounds = 0;
  double spent = 0;                              ///< optimisation steps, in trainings to the last checkpoint
  std::optional<BnnTest> test;                   ///< of the best network; none: no network is complete
  std::vector<HeldOutCurve> held_out;            ///< empty: the model was not checked
  std::vector<std::vector<double>> divergences;  ///< of the best network's units, by layer

  /// The last known of a network; null if it has none.
  const BnnCheckpoint* last(int network) const;
};

std::string bnn_text(const BnnOptions& options, const BnnTrainer& trainer, const BnnOutcome& outcome);
/// results.csv, a line a checkpoint, and report.html into the search's folder.
void write_bnn_report(const BnnOptions& options, const BnnTrainer& trainer, const BnnOutcome& outcome);

}  // namespace bora
