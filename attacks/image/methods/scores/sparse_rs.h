// Sparse-RS, L0 (Croce, Andriushchenko, Singh, Flammarion and Hein, "Sparse-RS: a versatile framework for
// query-efficient sparse black-box adversarial attacks", AAAI 2022, algorithm 1 and section 4).
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns the share of the changed pixels that are exchanged in an iteration, by the authors' schedule:
/// alpha over 1, 2, 4, 5, 6, 8, 10, 12, 15 and 20 after iterations 0, 0, 50, 200, 500, 1000, 2000, 4000, 6000
/// and 8000 of 10,000, rescaled to the budget. iteration: 1, 2, ... after the first query.
double exchanged_share(double alpha, int iteration, int budget);

struct SparseRsOptions {
  double alpha = 0.3;  ///< share of the changed pixels that are exchanged at first; the paper's
  /// Empty: the paper's choice, margin untargeted and cross-entropy targeted.
  std::optional<Loss> loss = std::nullopt;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Random search over which pixels change, epsilon of them, and their colours, corners of the colour cube:
/// each proposal sets some of them back and changes as many others, and is kept if the loss improves. As in
/// the authors' code, one that exchanges a single pixel gives the new one another colour than it has.
class SparseRsAttack : public Attack<Pixels> {
 public:
  SparseRsAttack(AttackProblem problem, SparseRsOptions options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;

 private:
  void colour(Pixels& image, int pixel, bool differently);

  AttackProblem problem_;
  SparseRsOptions options_;
  Loss loss_;
  Rng rng_;
  int told_ = 0;
  double best_loss_ = 0;
  Pixels best_;                      // the incumbent image
  std::size_t size_;                 // number of changed pixels
  std::vector<int> pixels_, asked_;  // all pixels, changed ones first: of the incumbent, of the last ask
};

}  // namespace bora::attacks
