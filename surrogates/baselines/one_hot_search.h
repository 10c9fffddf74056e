// Search over boxes with one coordinate for each value of a category.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "common/error.h"
#include "surrogates/search/box_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

/// BoxOptimiser over one-hot coordinates, the baseline of CoCaBO (Ru 2021, section 5.5): a categorical
/// variable of C values is C coordinates in [0, 1], of which the largest is the value taken. Values are told
/// at the corner that was evaluated, not at the point between corners that the acquisition chose; the values
/// of pending trials are imputed at that point.
///
/// The same with the trust region of Casmopolitan over these coordinates is TuRBO (Eriksson et al. 2019), the
/// "One-hot BO + TR" of Ru 2021, figure 5.9. Its values are told at the points that it chose, since it counts
/// their successes. Where the point chosen is known already and another one is evaluated instead, that one's
/// corner is told, and the step has failed.
class OneHotSearch final : public MixedOptimiser {
 public:
  /// options: of the search over the box. Throws InputError.
  OneHotSearch(MixedSpace space, BoxOptimiserOptions options, std::uint64_t seed);
  OneHotSearch(MixedSpace space, CasmopolitanOptions options, std::uint64_t seed);
  /// search: over the cube of MixedSpace::to_one_hot(); at_corners: whether values are told at corners.
  OneHotSearch(MixedSpace space, std::unique_ptr<MixedOptimiser> search, bool at_corners, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: the search over the box went by the values told, which cannot be others now");
  }
  Eigen::VectorXd decoded(const Eigen::VectorXd& code) const;

  std::unique_ptr<MixedOptimiser> search_;
  bool at_corners_;                             // whether values are told at corners
  std::map<std::int64_t, std::int64_t> inner_;  // the search's number of each pending trial
};

}  // namespace bora::surrogates
