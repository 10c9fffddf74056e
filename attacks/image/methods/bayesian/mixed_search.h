// Attacks by Bayesian optimisation over categories and numbers: which pixels of a small image change, by how
// much, and how the small image is enlarged (Ru 2021, section 5.6; Wan et al., ICML 2021, section 5.3).
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/methods/bayesian/gp_bo.h"
#include "attacks/settings/attack_settings.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"

namespace bora::attacks {

/// Settings that define the search space. In a small image of channels x side x side, one pixel in each row
/// of each channel is changed. Its column is a categorical variable, and its change a number in [-1, 1]
/// (PixelRange). The enlargement (nearest, bilinear or bicubic) is another categorical variable. For CIFAR-10
/// and side 14 there are 42 variables with 14 categories, one with 3, and 42 numbers.
struct MixedSearchOptions {
  int side = 14;
  PixelRange range = PixelRange::fit;

  void read_space(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Settings of an attack that uses one optimiser.
template <typename Optimiser, typename Options>
struct MixedAttackOptions : MixedSearchOptions {
  Options optimiser;

  void read(AttackSettings& settings, const ImageShape& shape) {  ///< throws InputError
    read_space(settings, shape);
    optimiser.read(settings);
  }
  /// Returns the optimiser of a space for `budget` queries.
  std::unique_ptr<MixedOptimiser> make(MixedSpace space, int budget, std::uint64_t seed) const {
    Options of_budget = optimiser;
    of_budget.budget = budget;
    return std::make_unique<Optimiser>(std::move(space), of_budget, seed);
  }
};

struct CasmopolitanAttackOptions : MixedAttackOptions<Casmopolitan, CasmopolitanOptions> {
  CasmopolitanAttackOptions() { optimiser.region.failures = 20; }  // as in the authors' attack
};
using CocaboAttackOptions = MixedAttackOptions<Cocabo, CocaboOptions>;

/// Attack that maximises the log-odds of the goal over that space.
class MixedSearchAttack final : public Attack<Pixels> {
 public:
  /// options: of type CasmopolitanAttackOptions or CocaboAttackOptions.
  template <typename Options>
  MixedSearchAttack(const AttackProblem& problem, const Options& options)
      : MixedSearchAttack(problem, options, [&](MixedSpace space) {
          return options.make(std::move(space), problem.budget, problem.seed);
        }) {}
  std::optional<Pixels> ask() override;
  void tell(const Pixels& queried, const Observation& seen) override;

  /// Returns the image that a point of the search space describes: the column of each row, the index of the
  /// decoder, the change of each row.
  Eigen::RowVectorXf image(const Eigen::VectorXd& point) const;

 private:
  MixedSearchAttack(const AttackProblem& problem, const MixedSearchOptions& options,
                    const std::function<std::unique_ptr<MixedOptimiser>(MixedSpace)>& make);

  int rows_, side_;                            // rows of all channels together; pixels per row
  std::vector<PerturbationDecoder> decoders_;  // nearest, bilinear, bicubic
  std::unique_ptr<MixedOptimiser> optimiser_;
  std::int64_t asked_ = 0;  // number of the last trial
};

}  // namespace bora::attacks
