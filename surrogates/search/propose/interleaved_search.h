// Maximisation of an acquisition over categories and numbers by local search and gradient ascent in turn.
#pragma once

#include <functional>
#include <vector>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Region of a mixed space in which interleaved_search() searches. All points are in unit coordinates
/// (MixedSpace::to_unit).
struct SearchRegion {
  std::function<Eigen::VectorXd(Rng&)> draw;  ///< draws a point of the region
  Bounds numbers;                             ///< bounds of the d_x numbers, within the unit cube
  /// Returns whether the categories of a point are inside the region. Empty: all are.
  std::function<bool(const Eigen::VectorXd& point)> holds;
  /// Returns whether a point must not be the result. Ascents pass through such points, and start at them.
  /// Empty: all may be the result.
  std::function<bool(const Eigen::VectorXd& point)> taken = {};
  /// Starts of the search if none of the points drawn is allowed. Those that are not allowed are ignored.
  std::vector<Eigen::VectorXd> known = {};
};

/// Options that interleaved_search() takes.
struct InterleavedOptions {
  int drawn = 300;       ///< number of random points that are scored, >= 1
  int starts = 3;        ///< number of the best random points from which ascents start
  int rounds = 10;       ///< maximum number of rounds of each ascent
  int neighbours = 200;  ///< number of neighbours scored in a step, at most approximately
  int evaluations = 30;  ///< maximum number of evaluations of the gradient in a step over numbers
  /// True: a step scores one random neighbour only, and a round without gain does not end the ascent.
  bool single_neighbour = false;

  /// Returns the options of LocalAndGlobalProposer and search_numbers().
  static InterleavedOptions thorough() { return {.drawn = 1000, .starts = 4, .evaluations = 60}; }
  /// Returns the options of the search as printed in Ru 2021, section 5.6.3: random starts, and in each of
  /// 100 rounds one random neighbour and one step along the gradient.
  static InterleavedOptions as_printed() {
    return {
        .drawn = 3, .starts = 3, .rounds = 100, .neighbours = 1, .evaluations = 3, .single_neighbour = true};
  }
};

/// Maximises an acquisition and returns the best point that ascents reach or score on their way, in unit
/// coordinates and settled. Points that must not be the result (SearchRegion::taken) are left out unless all
/// are.
///
/// From each of the best random points it alternates two steps until a round gains less than 1e-6 (Wan et al.
/// 2021, appendix): (1) a move to the best neighbour, which differs in one category or one whole number, and
/// (2) an ascent by L-BFGS-B over the real numbers, with these exceptions:
///
/// - If the ascent ends at a point that is not allowed, it continues along the border (border_ascent()).
/// - If the acquisition is not smooth, the move is to the best of four random changes of each number, normal
///   with a standard deviation of a fifth of its range (Hutter, Hoos and Leyton-Brown 2011, section 4.3).
/// - If few points are allowed (MixedSpace::sparse()), the move is to the best of the allowed points near the
///   ascent's path and of random allowed neighbours.
///
/// Random points that are not allowed are ignored. If none of them nor of the known points is allowed, up to
/// 2,000 more points are drawn; if none of these is allowed either, the result may not be allowed.
Eigen::VectorXd interleaved_search(const MixedSpace& space, const PointAcquisition& score,
                                   const SearchRegion& region, Rng& rng,
                                   const InterleavedOptions& options = {});

}  // namespace bora::surrogates
