// Maximisation of the acquisition in the unit cube: from random candidates and observations, the best are
// polished.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/stationary_posterior.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::surrogates {

class CandidateSearch {
 public:
  CandidateSearch(const BoxOptimiserOptions& options, int dimension);

  /// Returns the best point found that is none of the posterior's own points, d coordinates in [0, 1]. Adds
  /// to the timings' candidate_seconds and polish_seconds.
  Eigen::VectorXd propose(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng,
                          BoxOptimiserTimings& timings);

 private:
  /// Points as columns: those to polish first, then the rest, best first.
  struct Ranked {
    Eigen::MatrixXd points;  ///< d x k
    Eigen::Index starts;     ///< the first so many are to be polished
  };
  Ranked rank_exactly(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng) const;
  Ranked rank_screened(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng);

  int dimension_;
  int candidates_;
  int fresh_;  ///< candidates drawn for a screened ask
  int polished_;
  bool screened_;
  Eigen::MatrixXf carried_;  ///< d x k: the best random candidates of the last screened ask
};

struct PolishedPoints {
  Eigen::MatrixXd points;  ///< d x k
  Eigen::VectorXd values;  ///< k
  int evaluations = 0;     ///< number of evaluations of the acquisition and its gradient
};

/// Improves each column of `starts` (d x k, in the unit cube) by L-BFGS-B on the acquisition. Returns points
/// that are at least as good and their values. `together`: as one problem of d * k variables whose objective
/// is the sum; it is separable, so nothing is lost but the separate step lengths, and each evaluation works
/// on k right-hand sides at once.
PolishedPoints polish(const StationaryPosterior& posterior, const Acquisition& acquisition,
                      const Eigen::MatrixXd& starts, bool together, int max_evaluations);

}  // namespace bora::surrogates
