// Sparse-RS, L0 (Croce, Andriushchenko, Singh, Flammarion and Hein, "Sparse-RS: a versatile framework for
// query-efficient sparse black-box adversarial attacks", AAAI 2022, algorithm 1 and section 4).
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/methods/scores/random_search.h"
#include "attacks/image/proposals/shrink_schedule.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Returns the share of the changed pixels that are exchanged in an iteration, by the authors' schedule:
/// alpha, then alpha over 2, 4, 5, 6, 8, 10, 12, 15 and 20 after iterations 0, 50, 200, 500, 1000, 2000,
/// 4000, 6000 and 8000 of 10,000, rescaled to `queries`. iteration: 1, 2, ... after the first query.
double exchanged_share(double alpha, int iteration, int queries);

struct SparseRsOptions {
  /// Share of the changed pixels that are exchanged at first; 0: the authors', 0.3 untargeted, 0.1 targeted.
  double alpha = 0;
  ShrinkSchedule schedule = {};
  /// Loss that is maximised; none: loss_or_default(), the paper's choice.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings);  ///< throws InputError
  static int probe_queries() { return 300; }
};

/// Random search over a set of epsilon pixels that change and their colours, which are corners of the colour
/// cube. Each proposal restores some of them and changes as many others, and is kept if the loss improves. As
/// in the authors' code, a proposal that exchanges a single pixel gives the new one a colour that differs
/// from its own.
class SparseRsAttack : public RandomSearch {
 public:
  SparseRsAttack(AttackProblem problem, SparseRsOptions options);

 private:
  Pixels first() override;
  Pixels proposal() override;
  void learn(const Pixels& queried, double loss, bool kept) override;
  /// Draws the colour of a pixel, which must differ from the one in `image` if `differently`.
  void colour(Pixels& image, int pixel, bool differently);

  double alpha_;
  int schedule_;                     // number of queries over which the exchanged share falls
  std::vector<int> pixels_, asked_;  // all pixels, first those changed in the incumbent or in the last query
  std::size_t size_;                 // number of changed pixels
};

}  // namespace bora::attacks
