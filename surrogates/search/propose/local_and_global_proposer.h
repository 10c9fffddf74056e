// Proposer that searches a whole mixed space, and more densely around the best observations.
#pragma once

#include <utility>

#include "surrogates/search/propose/interleaved_search.h"
#include "surrogates/search/propose/proposer.h"

namespace bora::surrogates {

/// Returns a point three random steps away from an allowed one (MixedSpace::neighbours()), both in units.
Eigen::VectorXd random_steps_inside(const MixedSpace& space, const Eigen::VectorXd& unit, Rng& rng);

/// Proposer that calls interleaved_search() with random points. Half of them are drawn from the whole space;
/// the other half are one of the five best observations with about ten coordinates changed or, if the allowed
/// set is sparse, with a few steps inside that set. Points are in units (MixedSpace::to_unit).
class LocalAndGlobalProposer final : public Proposer<Eigen::VectorXd> {
 public:
  explicit LocalAndGlobalProposer(MixedSpace space) : space_(std::move(space)) {}
  Eigen::VectorXd propose(const PointAcquisition& score, const History<Eigen::VectorXd>& seen,
                          Rng& rng) const override;

 private:
  MixedSpace space_;
};

}  // namespace bora::surrogates
