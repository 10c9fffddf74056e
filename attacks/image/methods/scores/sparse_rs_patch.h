// Sparse-RS, image-specific patches (Croce, Andriushchenko, Singh, Flammarion and Hein, "Sparse-RS: a
// versatile framework for query-efficient sparse black-box adversarial attacks", AAAI 2022, algorithm 1; the
// authors' code, rs_attacks.py, norm "patches").
#pragma once

#include <optional>
#include <string>

#include "attacks/image/methods/scores/random_search.h"
#include "attacks/image/proposals/patch.h"
#include "attacks/image/proposals/shrink_schedule.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Returns the side in pixels, >= 1, of the square of a patch that a proposal repaints. It covers a share
/// alpha of the patch at first, which falls by the schedule of Square Attack (square_share()). side: side of
/// the patch. iteration: 1, 2, ... after the first query, of `queries`.
int repainted_side(double alpha, int side, int iteration, int queries);

struct SparseRsPatchOptions {
  double alpha = 0;  ///< share of the patch that is repainted at first; 0: 0.4 untargeted, 0.1 targeted
  int period = 0;    ///< number of queries between two moves of the patch; 0: 4 untargeted, 10 targeted
  std::string colours = "squares";  ///< initial colours, one of patch_colour_names()
  ShrinkSchedule schedule = {};
  /// Loss that is maximised; none: loss_or_default(), the paper's choice.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings);  ///< throws InputError
  static int probe_queries() { return 300; }
};

/// Random search over the place of a patch and its colours, which are corners of the colour cube. One of
/// `period` proposals moves the patch, at first by at most 3/4 of the image's side, at the end by nothing.
/// The others repaint a square of it. Once the square is a single pixel and half of the remaining queries are
/// spent, a proposal changes a single channel of a pixel. A proposal is kept if the loss improves.
///
/// The defaults are the authors'. Unlike in their code, which is for square images, the patch may touch the
/// lower and the right border from the start, and any proposal that changes nothing is drawn again, not only
/// one of a single pixel.
class SparseRsPatchAttack : public RandomSearch {
 public:
  SparseRsPatchAttack(AttackProblem problem, SparseRsPatchOptions options);

 private:
  Pixels first() override { return with_patch(problem(), patch_); }
  Pixels proposal() override;
  void learn(const Pixels& queried, double loss, bool kept) override;

  /// Returns the patch's shorter side, in pixels.
  int side() const;
  /// Returns the largest move of the patch along a side of the image, of `length` pixels.
  int reach(int length) const;
  /// Returns whether the next proposal moves the patch.
  bool moves() const;
  /// Moves asked_ at random.
  void move();
  /// Repaints a random square of asked_, or changes one channel of a pixel.
  void repaint();

  double alpha_ = 0;
  int period_ = 1;
  int schedule_;             // number of queries over which proposals shrink
  int single_channels_ = 0;  // iteration from which single channels change
  Patch patch_, asked_;      // patches of the incumbent and of the last query
};

}  // namespace bora::attacks
