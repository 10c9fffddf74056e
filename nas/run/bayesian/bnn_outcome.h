// Results of a search for Bayesian networks.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/curves/curve_search.h"
#include "nas/curves/held_out_curves.h"
#include "nas/run/bayesian/bnn_trainer.h"

namespace bora::nas {

struct BnnOutcome {
  CurveTable table;                        ///< validation log likelihoods
  std::vector<BnnCheckpoint> checkpoints;  ///< checkpoints and failures, by round
  int rounds = 0;
  bool complete = false;               ///< false: the search was interrupted
  double spent = 0;                    ///< optimisation steps, in trainings to the last checkpoint
  double first_budget = 0;             ///< budget with which the search began; 0: not stored
  std::optional<BnnTest> test;         ///< test scores of the best network; none: no network is complete
  std::vector<HeldOutCurve> held_out;  ///< empty: the model was not checked
  std::vector<std::vector<double>> divergences;  ///< divergences of the units of the best network, by layer

  /// Returns the last checkpoint of a network, or its failure; null if it has none.
  const BnnCheckpoint* last(int network) const;
};

}  // namespace bora::nas
