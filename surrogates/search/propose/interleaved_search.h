// Maximisation of a score over categories and numbers: local steps and gradient steps in turn.
#pragma once

#include <functional>
#include <vector>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Region that is searched. All points are in units (MixedSpace::to_unit).
struct SearchRegion {
  std::function<Eigen::VectorXd(Rng&)> draw;  ///< draws a point of the region
  Bounds numbers;                             ///< bounds of the d_x numbers, within the unit cube
  /// Returns whether the point's categories are inside the region; none: they always are.
  std::function<bool(const Eigen::VectorXd& point)> holds;
  /// Starts of the search if the space allows none of the points drawn; those not allowed are ignored.
  std::vector<Eigen::VectorXd> known = {};
};

struct InterleavedOptions {
  int drawn = 300;       ///< number of points drawn and scored first, >= 1
  int starts = 3;        ///< number of the best of them from which the search starts
  int rounds = 10;       ///< maximum number of rounds for each start
  int neighbours = 200;  ///< approximate maximum number of neighbours scored in a step
  int evaluations = 30;  ///< maximum number of evaluations of score and gradient in a step over numbers
  /// True if a step scores one random neighbour only; then a round without gain does not end the search.
  bool single_neighbour = false;

  /// Returns the options that LocalAndGlobalProposer and search_numbers() use.
  static InterleavedOptions thorough() { return {.drawn = 1000, .starts = 4, .evaluations = 60}; }
  /// Returns the search as printed (Ru 2021, section 5.6.3): random starts, and in each of 100 rounds one
  /// random neighbour and one step along the gradient.
  static InterleavedOptions as_printed() {
    return {
        .drawn = 3, .starts = 3, .rounds = 100, .neighbours = 1, .evaluations = 3, .single_neighbour = true};
  }
};

/// Maximises a score. Returns the best point found, in units and settled.
///
/// From each start it alternates two steps until neither gains (Wan et al. 2021, appendix): to the best
/// neighbour, which differs in one category or one whole number; and L-BFGS-B over the other numbers.
///
/// - If the second step would leave the points that the space allows, it continues along their border
///   (border_ascent()).
/// - If the score is not smooth, the second step goes to the best of four normal steps of a fifth of the
///   range along each number (Hutter, Hoos and Leyton-Brown 2011, section 4.3).
/// - If few points are allowed (MixedSpace::sparse()), the second step goes to the best of the allowed points
///   near the ascent's path, and of random allowed neighbours.
///
/// If none of the drawn or known points is allowed, up to 2,000 further draws look for one. Returns a point
/// that is not allowed only if these fail, too.
Eigen::VectorXd interleaved_search(const MixedSpace& space, const PointAcquisition& score,
                                   const SearchRegion& region, Rng& rng,
                                   const InterleavedOptions& options = {});

}  // namespace bora::surrogates
