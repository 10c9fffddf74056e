#include "surrogates/gp/growing_process.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace bora::surrogates {

Eigen::Index grown_room(Eigen::Index needed, Eigen::Index present) {
  return std::max(needed, present + present / 4 + 64);
}

void GrowingProcess::reserve(Eigen::Index capacity) {
  if (capacity <= factor_.cols()) return;
  Eigen::MatrixXd larger(capacity, capacity);
  larger.topLeftCorner(size_, size_) = lower();
  factor_.swap(larger);
}

void GrowingProcess::append(Eigen::VectorXd cross, double own) {
  assert(factorised_ && cross.size() == size_);
  if (size_ == factor_.cols()) reserve(grown_room(size_ + 1, size_));
  const double noise = noise_ + jitter_;
  const auto present = lower();
  present.triangularView<Eigen::Lower>().solveInPlace(cross);
  factor_.row(size_).head(size_) = cross.transpose();
  const double pivot = own + noise - cross.squaredNorm();
  factor_(size_, size_) = std::sqrt(std::max(pivot, 0.1 * noise + 1e-14 * own));
  ++size_;
}

void GrowingProcess::remove_last(Eigen::Index m) {
  assert(size_ - m >= targets_.size());
  size_ -= m;
}

void GrowingProcess::set_targets(const Eigen::VectorXd& y) {
  assert(factorised_ && y.size() <= size_);
  targets_ = y;
  weights_ = y;
  const auto corner = factor_.topLeftCorner(y.size(), y.size()).triangularView<Eigen::Lower>();
  corner.solveInPlace(weights_);
  corner.transpose().solveInPlace(weights_);
}

Eigen::VectorXd GrowingProcess::mean_at_targets() const {
  return targets_ - (noise_ + jitter_) * weights_;
}

}  // namespace bora::surrogates
