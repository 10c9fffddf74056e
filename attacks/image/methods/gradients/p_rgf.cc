#include "attacks/image/methods/gradients/p_rgf.h"

#include <algorithm>
#include <cmath>

#include "attacks/image/methods/gradients/ball_steps.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {
namespace {

/// Returns a direction scaled to root mean square 1; a direction of length 0 is returned unchanged.
Eigen::RowVectorXf normalised(const Eigen::RowVectorXf& direction) {
  const float norm = direction.norm();
  return norm > 0 ? Eigen::RowVectorXf(direction * std::sqrt(static_cast<float>(direction.size())) / norm)
                  : direction;
}

}  // namespace

void PRgfOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("probes=forward:directions=gaussian:samples=50:norm=10:step=0.1")) {
    antithetic = signs = false;
    samples = 50;
    norm_samples = 10;
    step = 0.1;
  }
  read_values(settings, "step along the gradient's sign, as a share of eps");
}

void PRgfL2Options::read(AttackSettings& settings) {
  settings.accept_as();
  read_values(settings, "length of a step along the gradient, as a share of eps");
}

void PRgfOptions::read_values(AttackSettings& settings, const std::string& meaning_of_step) {
  settings.read("samples", samples, 1, 100000, "queries of a gradient estimate");
  settings.read("norm", norm_samples, 1, 1000,
                "random directions that the gradient's norm is estimated from");
  settings.read_word("probes", antithetic, {{"antithetic", true}, {"forward", false}},
                     "differences between two images on either side, or from the current image");
  settings.read_word(
      "directions", signs, {{"sign", true}, {"gaussian", false}},
      "directions of +-1 and the signs of the prior, or Gaussian directions and the prior itself");
  settings.read("sigma", sigma, 0, 1,
                "length of differences, root mean square per value; 0: 1e-4, on the 8-bit grid 2/255");
  settings.read("step", step, 1e-4, 2, meaning_of_step);
  read_loss(settings, loss);
  start.read(settings);
}

double optimal_prior_share(double cosine, int dimensions, int samples) {
  const double a2 = cosine * cosine;
  const double d = dimensions;
  const double q = samples;
  const double reach = a2 * (d + 2 * q - 2);
  if (reach <= 1) return 0;
  if (reach >= 2 * q - 1 || a2 >= 1) return 1;
  return (1 - a2) * (reach - 1) / (2 * a2 * d * q - a2 * d * reach - 1);
}

PRgfAttack::PRgfAttack(AttackProblem problem, const PRgfOptions& options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      sigma_(options.sigma > 0                   ? options.sigma
             : this->problem().ball.continuous() ? 1e-4
                                                 : PRgfOptions::kGridSigma),
      widest_(this->problem().ball.norm() == Norm::l2
                  ? this->problem().ball.epsilon() / std::sqrt(this->problem().shape.size())
                  : this->problem().ball.epsilon()),
      image_(this->problem().original) {}

double PRgfAttack::loss(const Reply& reply) const {
  return loss_value(options_.loss, problem().goal, reply.seen.log_p);
}

bool PRgfAttack::widen() {
  if (sigma_ >= widest_) return false;
  sigma_ = std::min(2 * sigma_, widest_);
  return true;
}

Eigen::RowVectorXf PRgfAttack::shown() const {
  Eigen::RowVectorXf image = image_;
  problem().ball.project(problem().original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

Eigen::RowVectorXf PRgfAttack::random_direction() {
  Eigen::RowVectorXf direction(image_.size());
  for (float& value : direction) value = static_cast<float>(options_.signs ? rng_.sign() : rng_.normal());
  return normalised(direction);
}

Script<PRgfAttack::Difference> PRgfAttack::difference(Eigen::RowVectorXf direction) {
  const Eigen::RowVectorXf move = static_cast<float>(sigma_) * direction;
  const Reply there = co_await query((options_.antithetic ? image_ : here_.image) + move);
  Reply other = here_;
  if (options_.antithetic) other = co_await query(image_ - move);
  co_return Difference{loss(there) - loss(other), there.image - other.image};
}

// The mean squared slope along a random direction of length 1 is |gradient|^2 / D.
Script<double> PRgfAttack::squared_gradient_norm() {
  double sum = 0;
  for (int i = 0; i < options_.norm_samples; ++i) {
    const Difference seen = co_await difference(random_direction());
    const double length = seen.move.norm();
    if (length > 0) sum += std::pow(seen.rise / length, 2);
  }
  co_return sum / options_.norm_samples* static_cast<double>(image_.size());
}

Script<Eigen::RowVectorXf> PRgfAttack::estimate(Eigen::RowVectorXf prior, double share) {
  const auto along = static_cast<float>(std::sqrt(share));
  const auto across = static_cast<float>(std::sqrt(1 - share));
  const float squared_length = std::max(prior.squaredNorm(), 1e-30F);
  Eigen::RowVectorXf gradient = Eigen::RowVectorXf::Zero(image_.size());
  do {
    for (int i = 0; i < directions(); ++i) {
      Eigen::RowVectorXf direction = random_direction();
      direction -= direction.dot(prior) / squared_length * prior;
      direction = along * prior + across * normalised(direction);
      const Difference seen = co_await difference(direction);
      gradient += static_cast<float>(seen.rise) * seen.move;
    }
  } while (!(gradient.squaredNorm() > 0) && widen());
  co_return gradient;
}

Script<> PRgfAttack::script() {
  const BallSteps moves(problem());
  double squared_norm = 0;
  image_ = options_.start.image(problem());
  here_ = co_await start_reply(image_, !options_.start.from_prior);
  for (int iteration = 0;; ++iteration) {
    const Eigen::RowVectorXf transferred =
        problem()
            .substitutes->gradients(image_.cwiseMax(0.0F).cwiseMin(1.0F), problem().goal, options_.loss)
            .colwise()
            .sum();
    Eigen::RowVectorXf prior =
        normalised(options_.signs ? Eigen::RowVectorXf(transferred.cwiseSign()) : transferred);
    if (iteration % 10 == 0 || iteration == 3) squared_norm = co_await squared_gradient_norm();
    // Substitute models with a zero gradient give no direction.
    Difference along_prior;
    if (prior.squaredNorm() > 0) {
      along_prior = co_await difference(prior);
      while (along_prior.rise == 0 && widen()) along_prior = co_await difference(prior);
    }

    // The cosine is that of the part of the prior that rounding left in the difference. The whole prior is
    // used nevertheless, so that values that rounding removed from the difference are changed, too.
    double cosine = 0;
    if (along_prior.move.norm() > 0 && squared_norm > 0)
      cosine = std::abs(along_prior.rise) / (along_prior.move.norm() * std::sqrt(squared_norm));
    if (along_prior.rise < 0) prior = -prior;
    const double share =
        optimal_prior_share(std::min(cosine, 1.0), static_cast<int>(image_.size()), directions());
    Eigen::RowVectorXf gradient = prior;
    if (share < 1) gradient = co_await estimate(prior, share);

    image_ = moves.step(image_, gradient, options_.step);
    here_ = co_await query(shown());
  }
}

}  // namespace bora::attacks
