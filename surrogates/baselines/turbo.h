// TuRBO-1: Thompson sampling in a trust region of the unit cube, with restarts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/search/mixed/trust_region_optimiser.h"

namespace bora::surrogates {

/// Options that Turbo takes.
struct TurboOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Number of uniform points at the start and after each restart; 0: 20, or fewer with a budget below 67
  /// (default_initial_points()). The authors advise 2 d.
  int initial_points = 0;
  int candidates = 1000;  ///< number of points at which functions are drawn, within [1, 5000]
  int failures = 0;       ///< failures in a row after which the region shrinks; 0: d, but at least 4

  /// Reads the settings that a user may set: initial, candidates, failures. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Searches for points of the unit cube by TuRBO-1 (Eriksson, Pearce, Gardner, Turner and Poloczek, NeurIPS
/// 2019). Before each ask, a Gaussian process with a Matern-5/2 kernel and d lengthscales is fitted by
/// maximum likelihood to the observations of the current region. Candidates are copies of the region's
/// incumbent, in which each coordinate is drawn again inside the region with probability min(20 / d, 1). For
/// each point asked for, a function is drawn from the posterior, and the candidate of its largest value is
/// proposed. The region grows twofold after 3 successes in a row and shrinks by a half after max(d, 4)
/// failures; a gain of less than a thousandth of the incumbent's absolute value is no success. A region that
/// has become too small is left: all observations are forgotten, and new points are drawn uniformly.
///
/// Differences from the authors' code:
/// - There are 1,000 candidates by default instead of min(100 d, 5000), since a draw takes time of the cube
///   of their number.
/// - The process has the mean of the values as its mean, where theirs is fitted, and the fit is by L-BFGS-B
///   (50 iterations) instead of 50 steps of Adam. The bounds and the start are theirs.
/// - Functions are drawn without noise.
/// - The first points are uniform instead of a Latin hypercube.
/// - Successes and failures are counted by points, not by batches. max(d, 4) points are as many as the failed
///   batches after which theirs shrinks.
class Turbo final : public TrustRegionOptimiser {
 public:
  /// Searches a cube with `dimension` >= 1 coordinates. Throws InputError for invalid options.
  Turbo(int dimension, TurboOptions options, std::uint64_t seed);

 private:
  using Process = FittedGaussianProcess<Eigen::VectorXd>;
  // Candidates and the joint posterior of their values, from which functions are drawn.
  struct Candidates {
    Eigen::MatrixXd points;  // m x d
    Eigen::VectorXd mean;    // m
    Eigen::MatrixXd root;    // m x m, lower triangle: factor of the covariance
  };
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Fits the process to the observations of the region. Returns none if that fails.
  std::optional<Process> fit(Rng& rng) const;
  /// Draws the candidates. Returns none if their posterior cannot be computed.
  std::optional<Candidates> draw_candidates(Rng& rng) const;

  TurboOptions options_;
};

}  // namespace bora::surrogates
