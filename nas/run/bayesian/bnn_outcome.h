// Results of a search for Bayesian networks.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "nas/curves/curve_search.h"
#include "nas/curves/held_out_curves.h"
#include "nas/run/bayesian/bnn_trainer.h"

namespace bora::nas {

/// Result of a search for Bayesian networks.
struct BnnOutcome {
  CurveTable table;                        ///< networks, and validation log likelihoods at the checkpoints
  std::vector<BnnCheckpoint> checkpoints;  ///< checkpoints and failures, by round
  int rounds = 0;                          ///< number of rounds
  bool complete = false;                   ///< false: the search was interrupted
  double spent = 0;                    ///< cost so far, in trainings of one network to the last checkpoint
  double first_budget = 0;             ///< budget with which the search began; 0: not stored
  std::optional<BnnTest> test;         ///< test scores of the best network; none: no network is complete
  std::vector<HeldOutCurve> held_out;  ///< check of the model of curves; empty: not checked
  std::vector<std::vector<double>> divergences;  ///< divergences of its units (BnnTrainer)

  /// Returns the last checkpoint of a network, or its failure; null if it has neither.
  const BnnCheckpoint* last(int network) const;
};

}  // namespace bora::nas
