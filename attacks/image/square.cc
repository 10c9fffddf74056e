#include "attacks/image/square.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bora {

void SquareOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  std::string name = "auto";
  settings.read("loss", name, {"auto", "margin", "cross-entropy", "log-odds"},
                "what to raise; auto: margin untargeted, cross-entropy targeted");
  if (name != "auto") loss = parse_loss(name);
}

double square_share(double p, int iteration, int budget) {
  constexpr std::array kHalvings = {10, 50, 200, 500, 1000, 2000, 4000, 6000, 8000};
  const int scaled = static_cast<int>(static_cast<double>(iteration) / budget * 10000);
  for (const int halving : kHalvings)
    if (scaled > halving) p /= 2;
  return p;
}

int square_side(double share, const ImageShape& shape) {
  const int side = static_cast<int>(std::lround(std::sqrt(share * shape.height * shape.width)));
  return std::clamp(side, 1, std::max(1, std::min(shape.height, shape.width) - 1));
}

SquareAttack::SquareAttack(AttackProblem problem, SquareOptions options)
    : problem_(std::move(problem)),
      options_(options),
      loss_(options.loss.value_or(problem_.goal.targeted() ? Loss::cross_entropy : Loss::margin)),
      rng_(problem_.seed) {}

Eigen::RowVectorXf SquareAttack::stripes() {
  const auto& [channels, height, width] = problem_.shape;
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  Eigen::RowVectorXf image = problem_.original;
  for (int c = 0; c < channels; ++c)
    for (int x = 0; x < width; ++x) {
      const float change = epsilon * static_cast<float>(rng_.sign());
      for (int y = 0; y < height; ++y) image[(c * height + y) * width + x] += change;
    }
  return image;
}

Eigen::RowVectorXf SquareAttack::proposal() {
  const auto& [channels, height, width] = problem_.shape;
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  const int side = square_side(square_share(options_.p, told_ - 1, problem_.budget), problem_.shape);
  const int top = rng_.index(height - side + 1);
  const int left = rng_.index(width - side + 1);

  Eigen::RowVectorXf image = best_;
  // A square that leaves the image as it is would waste a query: signs are drawn again until something
  // changes. Where the incumbent is already at the only reachable value (a ball wider than the image box)
  // nothing can, hence the limit.
  constexpr int kRedraws = 100;
  for (int draw = 0; draw < kRedraws; ++draw) {
    for (int c = 0; c < channels; ++c) {
      const float change = epsilon * static_cast<float>(rng_.sign());
      for (int y = top; y < top + side; ++y) {
        const int start = (c * height + y) * width + left;
        image.segment(start, side) = problem_.original.segment(start, side).array() + change;
      }
    }
    problem_.ball.project(problem_.original.data(), image.data(), static_cast<int>(image.size()));
    if ((image - best_).cwiseAbs().maxCoeff() > 1e-7F) break;
  }
  return image;
}

Batch SquareAttack::ask(int /*q*/) {
  return told_ == 0 ? stripes() : proposal();
}

void SquareAttack::tell(const Batch& queried, const std::vector<Observation>& observations) {
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const double loss = loss_value(loss_, problem_.goal, observations[i].log_p);
    if (told_ == 0 || loss > best_loss_) {
      best_loss_ = loss;
      best_ = queried.row(static_cast<Eigen::Index>(i));
    }
    ++told_;
  }
}

}  // namespace bora
