// Maximisation of an acquisition over points drawn uniformly.
#pragma once

#include <limits>
#include <utility>

#include "surrogates/search/propose/proposer.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Proposer that draws `count` uniform points and returns the new one of largest score, as in Ru 2021,
/// section 4.6.1 (Thompson sampling, 10,000 points). Points are in unit coordinates.
class DrawnPoints final : public Proposer<Eigen::VectorXd> {
 public:
  /// count: >= 1.
  DrawnPoints(MixedSpace space, int count) : space_(std::move(space)), count_(count) {}

  Eigen::VectorXd propose(const PointAcquisition& score, const History<Eigen::VectorXd>& seen,
                          Rng& rng) const override {
    Eigen::MatrixXd drawn(count_, space_.dimension());
    for (auto row : drawn.rowwise()) row = space_.to_unit(space_.sample(rng)).transpose();
    Eigen::VectorXd scores = score.values(drawn);
    Eigen::Index best = 0;
    for (int tries = 0; tries < count_; ++tries) {
      scores.maxCoeff(&best);
      if (!seen.taken(drawn.row(best).transpose())) break;
      scores[best] = -std::numeric_limits<double>::infinity();
    }
    return drawn.row(best).transpose();
  }

 private:
  MixedSpace space_;
  int count_;
};

}  // namespace bora::surrogates
