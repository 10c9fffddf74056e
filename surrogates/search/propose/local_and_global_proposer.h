// Default proposer over mixed spaces, which searches everywhere and around the best observations.
#pragma once

#include <utility>

#include "surrogates/search/propose/interleaved_search.h"
#include "surrogates/search/propose/proposer.h"

namespace bora::surrogates {

/// Returns an allowed point after up to three random steps (MixedSpace::neighbours()) from an allowed point,
/// both in unit coordinates.
Eigen::VectorXd random_steps_inside(const MixedSpace& space, const Eigen::VectorXd& unit, Rng& rng);

/// Proposer that calls interleaved_search(). Half of its random points are uniform. The other half are near
/// one of the five best observations: about ten coordinates are changed or, if few points are allowed
/// (MixedSpace::sparse()), random_steps_inside() is applied. In a space without real numbers, the result is
/// the best point scored that is new (History::taken). Points are in unit coordinates (MixedSpace::to_unit).
class LocalAndGlobalProposer final : public Proposer<Eigen::VectorXd> {
 public:
  explicit LocalAndGlobalProposer(MixedSpace space) : space_(std::move(space)) {}
  Eigen::VectorXd propose(const PointAcquisition& score, const History<Eigen::VectorXd>& seen,
                          Rng& rng) const override;

 private:
  MixedSpace space_;
};

}  // namespace bora::surrogates
