// Search over categories and numbers by a search over one-hot coordinates.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "common/error.h"
#include "surrogates/baselines/turbo.h"
#include "surrogates/search/box_optimiser.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

/// Search over a box of one-hot coordinates (MixedSpace::to_one_hot()): a categorical variable of C values
/// has C coordinates in [0, 1], and its value is the index of the largest. The point that the inner search
/// proposes lies between corners of the box; the corner of its categories is evaluated.
///
/// With BoxOptimiser it is the baseline of CoCaBO (Ru 2021, section 5.5). Values are told at the corners,
/// while values of pending trials are imputed at the proposed points.
///
/// With Turbo it is "One-hot BO + TR" in Ru 2021, figure 5.9, and over a box of real numbers it is Turbo
/// itself. Values are told for the proposed points, since the trust region counts their successes. If the
/// point is already known and another one is evaluated instead, the trial counts as failed, and the value is
/// told at the corner of the other point.
class OneHotSearch final : public MixedOptimiser {
 public:
  /// options: options of the inner search. Throw InputError if they are invalid.
  OneHotSearch(MixedSpace space, BoxOptimiserOptions options, std::uint64_t seed);
  OneHotSearch(MixedSpace space, TurboOptions options, std::uint64_t seed);
  /// search: inner search over the cube of MixedSpace::to_one_hot(); at_corners: whether it is told values at
  /// corners.
  OneHotSearch(MixedSpace space, std::unique_ptr<MixedOptimiser> search, bool at_corners, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: not supported, since the inner search depends on the values observed so far");
  }
  /// Returns the point of the space that a point of the box stands for.
  Eigen::VectorXd decoded(const Eigen::VectorXd& code) const;

  std::unique_ptr<MixedOptimiser> search_;
  bool at_corners_;                             // whether values are told at corners
  std::map<std::int64_t, std::int64_t> inner_;  // trial of search_ for each pending trial
};

}  // namespace bora::surrogates
