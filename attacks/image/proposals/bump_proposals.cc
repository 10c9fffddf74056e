#include "attacks/image/proposals/bump_proposals.h"

#include <algorithm>
#include <cmath>

#include "attacks/image/proposals/square_proposals.h"

namespace bora::attacks {
namespace {

using Plane = Eigen::Map<Batch>;

Plane plane(Eigen::RowVectorXf& values, const ImageShape& shape, int channel) {
  return {values.data() + channel * shape.height * shape.width, shape.height, shape.width};
}

// Returns a pyramid of Euclidean length 1: the sum over k = 1, 2, ... of 1/k^2 on the square of side 2k - 1
// around the centre, cut off at the border.
Batch pyramid(int rows, int columns) {
  Batch values = Batch::Zero(rows, columns);
  const int steps = std::max(rows, columns) / 2 + 1;
  for (int k = 0; k < steps; ++k) {
    const int top = rows / 2 - k, left = columns / 2 - k;
    const int first_row = std::max(top, 0), first_column = std::max(left, 0);
    const int height = std::min(top + 2 * k + 1, rows) - first_row;
    const int width = std::min(left + 2 * k + 1, columns) - first_column;
    if (height > 0 && width > 0)
      values.block(first_row, first_column, height, width).array() +=
          1 / static_cast<float>((k + 1) * (k + 1));
  }
  return values / std::max(values.norm(), 1e-12F);
}

}  // namespace

Batch draw_bump(int side, Rng& rng) {
  Batch values(side, side);
  const int upper = side / 2;
  if (upper > 0) values.topRows(upper) = pyramid(upper, side);
  values.bottomRows(side - upper) = -pyramid(side - upper, side);
  values /= values.norm();
  if (rng.sign() > 0) return values.transpose();
  return values;
}

Eigen::RowVectorXf BumpProposals::start(Rng& rng) const {
  constexpr int kBumps = 5;
  const auto& [channels, height, width] = problem_.shape;
  const int side = std::clamp(height / kBumps, 1, width);
  Eigen::RowVectorXf change = Eigen::RowVectorXf::Zero(problem_.shape.size());
  for (int top = height % side / 2; top + side <= height; top += side)
    for (int left = width % side / 2; left + side <= width; left += side) {
      const Batch bump = draw_bump(side, rng);
      for (int c = 0; c < channels; ++c)
        plane(change, problem_.shape, c).block(top, left, side, side) = static_cast<float>(rng.sign()) * bump;
    }
  Eigen::RowVectorXf image(change.size());
  show(change, image);
  return image;
}

int BumpProposals::side(int queries) const {
  const auto& [channels, height, width] = problem_.shape;
  const double share = square_share(p_, queries - 1, schedule_);
  int side = std::max(3, static_cast<int>(std::lround(std::sqrt(share * height * width))));
  side += side % 2 == 0 ? 1 : 0;
  while (side > 1 && side >= std::min(height, width)) side -= 2;
  return std::max(side, 1);
}

void BumpProposals::move_change(Image image, int side, Rng& rng) const {
  const auto& [channels, height, width] = problem_.shape;
  Eigen::RowVectorXf change = image - problem_.original;
  const int down = height - side + 1, right = width - side + 1;
  const int top = rng.index(down), left = rng.index(right);
  const int emptied_top = rng.index(down), emptied_left = rng.index(right);
  const double epsilon = problem_.ball.epsilon();
  const double missing = std::max(0.0, epsilon * epsilon - static_cast<double>(change.squaredNorm()));
  const Batch bump = draw_bump(side, rng);
  for (int c = 0; c < channels; ++c) {
    Plane values = plane(change, problem_.shape, c);
    auto window = values.block(top, left, side, side);
    auto emptied = values.block(emptied_top, emptied_left, side, side);
    const Batch before = window;
    double available = window.squaredNorm();
    window.setZero();
    available += emptied.squaredNorm();  // the part that both windows share counts once
    emptied.setZero();
    Batch after = static_cast<float>(rng.sign()) * bump + before / (1e-10F + before.norm());
    const float length = after.norm();
    if (length > 0) after *= static_cast<float>(std::sqrt(missing / channels + available)) / length;
    window = after;
  }
  show(change, image);
}

void BumpProposals::show(const Eigen::RowVectorXf& change, Image image) const {
  const float length = change.norm();
  const float scale = length > 0 ? static_cast<float>(problem_.ball.epsilon()) / length : 0;
  image = (problem_.original + scale * change).cwiseMax(0.0F).cwiseMin(1.0F);
}

}  // namespace bora::attacks
