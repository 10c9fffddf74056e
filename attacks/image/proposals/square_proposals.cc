#include "attacks/image/proposals/square_proposals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bora::attacks {

double square_share(double p, int iteration, int budget) {
  constexpr std::array kHalvings = {10, 50, 200, 500, 1000, 2000, 4000, 6000, 8000};
  const double scaled = std::floor(static_cast<double>(iteration) / budget * 10000);
  for (const int halving : kHalvings)
    if (scaled > halving) p /= 2;
  return p;
}

int square_side(double share, const ImageShape& shape) {
  const int side = static_cast<int>(std::lround(std::sqrt(share * shape.height * shape.width)));
  return std::clamp(side, 1, std::max(1, std::min(shape.height, shape.width) - 1));
}

const SquareProposals::Corners& SquareProposals::corners() const {
  if (corners_.low.size() == 0) {
    const auto epsilon = static_cast<float>(problem_.ball.epsilon());
    corners_ = {problem_.original.array() - epsilon, problem_.original.array() + epsilon};
    for (Eigen::RowVectorXf* image : {&corners_.low, &corners_.high})
      problem_.ball.project(problem_.original.data(), image->data(), problem_.shape.size());
  }
  return corners_;
}

Eigen::RowVectorXf SquareProposals::at_bound(Eigen::RowVectorXf signs) const {
  signs = (signs.array() > 0).select(corners().high, corners().low);
  return signs;
}

void SquareProposals::row_at_bound(int channel, int y, float* row) const {
  const int width = problem_.shape.width, first = (channel * problem_.shape.height + y) * width;
  const float* const low = corners().low.data() + first;
  const float* const high = corners().high.data() + first;
  for (int x = 0; x < width; ++x) row[x] = row[x] > 0 ? high[x] : low[x];
}

float SquareProposals::pixel_at_bound(int channel, int y, int x, float sign) const {
  const auto& [low, high] = corners();
  return (sign > 0 ? high : low)[(channel * problem_.shape.height + y) * problem_.shape.width + x];
}

Eigen::RowVectorXf SquareProposals::stripes(Rng& rng) const {
  const auto& [channels, height, width] = problem_.shape;
  Eigen::RowVectorXf signs(problem_.shape.size());
  for (int c = 0; c < channels; ++c)
    for (int x = 0; x < width; ++x) {
      const auto sign = static_cast<float>(rng.sign());
      for (int y = 0; y < height; ++y) signs[(c * height + y) * width + x] = sign;
    }
  return at_bound(std::move(signs));
}

int SquareProposals::side(int queries) const {
  return square_side(square_share(p_, queries - 1, schedule_), problem_.shape);
}

Region SquareProposals::draw(int side, Rng& rng) const {
  const int top = rng.index(problem_.shape.height - side + 1);
  const int left = rng.index(problem_.shape.width - side + 1);
  return {top, left, top + side, left + side};
}

template <typename Filled>
bool SquareProposals::fill(Image image, const Region& square, const Filled& filled) const {
  constexpr float kSame = 1e-7F;
  const auto& [channels, height, width] = problem_.shape;
  const int length = square.right - square.left;
  bool changes = false;
  for (int c = 0; c < channels; ++c)
    for (int y = square.top; y < square.bottom; ++y) {
      const int first = (c * height + y) * width + square.left;
      auto row = image.segment(first, length);
      const auto values = filled(c, first, length);
      changes = changes || (values - row).cwiseAbs().maxCoeff() > kSame;
      row = values;
    }
  return changes;
}

Region SquareProposals::add_square(Image image, int side, Rng& rng) const {
  const Region square = draw(side, rng);
  // A square that changes nothing would waste a query, so signs are redrawn until something changes, which a
  // draw does with a probability of at least 1/2. If epsilon is below the tolerance of fill(), nothing ever
  // changes.
  constexpr int kRedraws = 100;
  const auto& [low, high] = corners();
  std::vector<int> signs(static_cast<std::size_t>(problem_.shape.channels));
  for (int attempt = 0; attempt < kRedraws; ++attempt) {
    for (int& sign : signs) sign = rng.sign();
    const auto filled = [&](int c, int first, int length) {
      return (signs[static_cast<std::size_t>(c)] > 0 ? high : low).segment(first, length);
    };
    if (fill(image, square, filled)) break;
  }
  return square;
}

Eigen::RowVectorXf SquareProposals::with_square(const Eigen::RowVectorXf& base, int side, Rng& rng) const {
  Eigen::RowVectorXf image = base;
  add_square(image, side, rng);
  return image;
}

Region SquareProposals::add_square_along(Image image, int side, const Eigen::RowVectorXf& direction,
                                         Rng& rng) const {
  const Region square = draw(side, rng);
  const auto& [low, high] = corners();
  fill(image, square, [&](int, int first, int length) {
    return (direction.segment(first, length).array() >= 0)
        .select(high.segment(first, length), low.segment(first, length));
  });
  return square;
}

Region SquareProposals::add_window(Image image, int side, const Eigen::RowVectorXf& other, Rng& rng) const {
  const Region square = draw(side, rng);
  fill(image, square, [&](int, int first, int length) { return other.segment(first, length); });
  return square;
}

}  // namespace bora::attacks
