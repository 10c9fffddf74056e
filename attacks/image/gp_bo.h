// GP-BO, the BayesOpt attack with one Gaussian process (Ru, Cobb, Blaas and Gal, ICLR 2020; Ru 2021, chapter
// 6).
#pragma once

#include "attacks/image/attack_settings.h"
#include "attacks/image/decoder.h"
#include "attacks/image/image_attack.h"
#include "surrogates/search/box_optimiser.h"

namespace bora {

struct GpBoOptions {
  int side = 14;                     ///< the search space is channels x side x side
  std::string decoder = "bilinear";  ///< see decoder_names()
  int through = 0;                   ///< enlarge in two steps through this side; 0: in one
  /// The paper's values: 30 initial points, Matern-5/2, refit every 5 queries, GP-UCB with 2, 10,000
  /// candidates.
  BoxOptimiserOptions optimiser;

  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Maximises the log-odds of the goal over perturbations delta in [-1, 1]^dr, enlarged to the image and
/// scaled by epsilon.
class GpBoAttack : public ImageAttack {
 public:
  GpBoAttack(AttackProblem problem, GpBoOptions options);
  Batch ask(int q) override;
  void tell(const Batch& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override;

 private:
  AttackProblem problem_;
  std::unique_ptr<Decoder> decoder_;
  BoxOptimiser optimiser_;
  Eigen::MatrixXd asked_;  // points of the last ask, q x dr
};

}  // namespace bora
