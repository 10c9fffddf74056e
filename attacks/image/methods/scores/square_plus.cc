#include "attacks/image/methods/scores/square_plus.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {

void SquarePlusOptions::read(AttackSettings& settings, const ImageShape& shape) {
  SquareOptions::read(settings, shape);
  settings.read("trials", trials, 1, 10000, "largest number of proposals drawn for a query");
  settings.read("goal", goal, 0, 10,
                "loss that a proposal must be able to reach, as a multiple of the best loss");
  settings.read("kept", kept, 0, 1000000,
                "latest queries that proposals are compared with; 0: as many as 128 MB hold");
}

std::size_t queries_kept(int kept, Eigen::Index d) {
  constexpr Eigen::Index kMostValues = 1 << 25, kFewest = 16;
  if (kept > 0) return static_cast<std::size_t>(kept);
  return static_cast<std::size_t>(std::max(kFewest, kMostValues / d));
}

SquarePlusAttack::SquarePlusAttack(AttackProblem problem, const SquarePlusOptions& options)
    : SquareAttack(std::move(problem), options), options_(options) {}

Eigen::VectorXd SquarePlusAttack::distances(const Eigen::Ref<const Eigen::RowVectorXf>& image) const {
  const auto n = static_cast<Eigen::Index>(losses_.size());
  if (n == 0) return {};
  return (images_.topRows(n).rowwise() - image).rowwise().norm().cast<double>();
}

// One query suffices to rule out a proposal. The one that last did so is compared first, since it often does
// again.
bool SquarePlusAttack::may_reach(double least, const Eigen::RowVectorXf& image) {
  const auto rules_out = [&](std::size_t i) {
    const double distance = (images_.row(static_cast<Eigen::Index>(i)) - image).norm();
    return losses_[i] + slope_ * distance < least;
  };
  if (rules_out(strictest_)) return false;
  for (std::size_t i = losses_.size(); i-- > 0;)
    if (rules_out(i)) {
      strictest_ = i;
      return false;
    }
  return true;
}

Pixels SquarePlusAttack::proposal() {
  Pixels image;
  for (int trial = 0; trial < options_.trials; ++trial) {
    image = SquareAttack::proposal();
    if (may_reach(options_.goal * best().loss, image)) return image;
  }
  return image;
}

void SquarePlusAttack::learn(const Pixels& queried, double loss, bool /*kept*/) {
  const Eigen::VectorXd apart = distances(queried);
  for (std::size_t j = 0; j < losses_.size(); ++j)
    if (const double distance = apart[static_cast<Eigen::Index>(j)]; distance > 0)
      slope_ = std::max(slope_, std::abs(loss - losses_[j]) / distance);
  const std::size_t most = queries_kept(options_.kept, queried.cols());
  if (losses_.size() == most) {
    images_.row(static_cast<Eigen::Index>(oldest_)) = queried;
    losses_[oldest_] = loss;
    oldest_ = (oldest_ + 1) % most;
    return;
  }
  const auto n = static_cast<Eigen::Index>(losses_.size());
  if (n == images_.rows()) {
    const Eigen::Index grown = std::max<Eigen::Index>(16, 2 * n);
    images_.conservativeResize(std::min(grown, static_cast<Eigen::Index>(most)), queried.cols());
  }
  images_.row(n) = queried;
  losses_.push_back(loss);
}

}  // namespace bora::attacks
