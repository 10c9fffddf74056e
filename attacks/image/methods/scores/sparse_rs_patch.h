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

/// Returns the side of the square of a patch that an update repaints, at least 1: the square covers alpha of
/// the patch at first, and the share falls by the schedule of Square Attack (square_share()). side: of the
/// patch. iteration: 1, 2, ... after the first query, of `queries`.
int repainted_side(double alpha, int side, int iteration, int queries);

struct SparseRsPatchOptions {
  double alpha = 0;  ///< share of the patch that is repainted at first; 0: 0.4 untargeted, 0.1 targeted
  int period = 0;    ///< queries from one update of the place to the next; 0: 4 untargeted, 10 targeted
  std::string colours = "squares";  ///< patch_colour_names()
  ShrinkSchedule schedule = {};
  /// Empty: the paper's choice, margin untargeted and cross-entropy targeted.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings);  ///< throws InputError
  static int probe_queries() { return 300; }
};

/// Random search over the place of a patch and its colours, corners of the colour cube. One of `period`
/// proposals moves the patch, by at most 3/4 of the image at first and by nothing at the end; the others
/// repaint a square of it. Once that is a single pixel, and half of the remaining queries are spent, single
/// channels of it change. A proposal is kept if the loss improves.
///
/// The defaults are the authors'. Unlike in their code, which is for square images, the patch may touch the
/// lower and the right border from the start, and a proposal that changes nothing is drawn again, not only
/// where it has one pixel.
class SparseRsPatchAttack : public RandomSearch {
 public:
  SparseRsPatchAttack(AttackProblem problem, SparseRsPatchOptions options);

 private:
  Pixels first() override { return with_patch(problem(), patch_); }
  Pixels proposal() override;
  void learn(const Pixels& queried, double loss, bool kept) override;

  int side() const;
  int reach(int length) const;
  bool moves() const;
  void move();
  void repaint();

  double alpha_ = 0;
  int period_ = 1;
  int schedule_;             // queries over which proposals shrink
  int single_channels_ = 0;  // iteration from which single channels change
  Patch patch_, asked_;      // patches of the incumbent and of the last ask
};

}  // namespace bora::attacks
