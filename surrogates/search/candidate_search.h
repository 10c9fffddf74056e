// Maximisation of an acquisition in the unit cube by random candidates and local ascents from the best.
#pragma once

#include <functional>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/stationary_posterior.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::surrogates {

/// Search for the largest acquisition of a StationaryPosterior, as described at BoxOptimiserOptions: scores
/// random candidates and observations and improves the best of them by L-BFGS-B.
class CandidateSearch {
 public:
  /// dimension: number d of coordinates.
  CandidateSearch(const BoxOptimiserOptions& options, int dimension);

  /// Returns the best point found that is none of the posterior's points: d coordinates in [0, 1]. Adds to
  /// candidate_seconds and polish_seconds of the timings.
  Eigen::VectorXd propose(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng,
                          BoxOptimiserTimings& timings);

 private:
  /// Candidates: first those to polish, then the others, each best first.
  struct Ranked {
    Eigen::MatrixXd points;  ///< d x k
    Eigen::Index starts;     ///< number of columns to polish
  };
  Ranked rank_exactly(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng) const;
  Ranked rank_screened(const StationaryPosterior& posterior, const Acquisition& acquisition, Rng& rng);

  int dimension_;
  int candidates_;
  int fresh_;  ///< number of candidates that a screened search draws
  int polished_;
  bool screened_;
  Eigen::MatrixXf carried_;  ///< d x k: the best uniform candidates of the last screened search
};

/// Function of m points of the unit cube, Z: d x m. Returns its value and sets `slope`, d x m, to its
/// gradient.
using PointsFunction = std::function<double(const Eigen::MatrixXd& Z, Eigen::MatrixXd& slope)>;

/// Maximises a function of m points together, from `starts` (d x m), by L-BFGS-B with at most `evaluations`
/// evaluations, whose number it returns. The function itself keeps the best points.
int polish_points(const PointsFunction& function, const Eigen::MatrixXd& starts, int evaluations);

/// Result of polish().
struct PolishedPoints {
  Eigen::MatrixXd points;  ///< d x k
  Eigen::VectorXd values;  ///< k
  int evaluations = 0;     ///< number of evaluations of the acquisition and its gradient at all k points
};

/// Improves each column of `starts` (d x k, in the unit cube) by L-BFGS-B on the acquisition, within the
/// cube. Returns points that are at least as good, and their values. together: maximises the sum of the
/// acquisitions over all d k variables as one problem, so that each evaluation solves for k right-hand sides
/// at once; the starts then share the step lengths. max_evaluations: maximum number of evaluations of the
/// acquisition and its gradient, for each problem.
PolishedPoints polish(const StationaryPosterior& posterior, const Acquisition& acquisition,
                      const Eigen::MatrixXd& starts, bool together, int max_evaluations);

}  // namespace bora::surrogates
