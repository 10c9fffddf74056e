// Maximisation of a score over categories and numbers: local steps and gradient steps in turn.
#pragma once

#include <functional>
#include <vector>

#include "surrogates/acquisition/score.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Region that is searched. Points are in units (MixedSpace::to_unit).
struct SearchRegion {
  std::function<Eigen::VectorXd(Rng&)> draw;  ///< a point of it
  Bounds numbers;                             ///< bounds of the d_x numbers, within the unit cube
  std::function<bool(const Eigen::VectorXd& point)>
      holds;  ///< whether the point's categories are inside; none: always
  /// Points from which the search starts if the space allows none of those drawn, and it allows these.
  std::vector<Eigen::VectorXd> known = {};
};

struct InterleavedOptions {
  int drawn = 300;       ///< points scored at first
  int starts = 3;        ///< number of the best of them, each of which is improved
  int rounds = 10;       ///< maximum number of rounds of both kinds of steps
  int neighbours = 200;  ///< about how many neighbours are scored in a step, if there are more
  int evaluations = 30;  ///< evaluations of the score and its gradient in a step over numbers
  /// True if a step looks at one random neighbour, so that rounds that gain nothing do not end the search.
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

/// Returns the best point found, settled and in units. From each start, two steps alternate until neither
/// gains (Wan et al. 2021, appendix): to the best point that differs in one category or by one in one integer
/// number, and L-BFGS-B over the other numbers. If the latter would leave the allowed points, it continues
/// along their border (border_ascent()). If the score is not smooth, L-BFGS-B is replaced by the best of four
/// normal steps of a fifth of the range along each number (Hutter, Hoos and Leyton-Brown 2011, section 4.3).
/// If few points are allowed (MixedSpace::sparse()), steps over numbers end at nearby allowed points, and
/// there are also steps inside the allowed set. If none of the drawn or known points is allowed, up to 2,000
/// further draws look for one. Returns an allowed point, unless these fail, too.
Eigen::VectorXd interleaved_search(const MixedSpace& space, const PointScore& score,
                                   const SearchRegion& region, Rng& rng,
                                   const InterleavedOptions& options = {});

}  // namespace bora::surrogates
