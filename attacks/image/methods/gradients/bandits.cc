#include "attacks/image/methods/gradients/bandits.h"

#include <algorithm>
#include <cmath>

#include "attacks/settings/image_shapes.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void BanditsOptions::read(AttackSettings& settings, const ImageShape& shape) {
  if (settings.read_as_paper("rate=100:step=0.2:difference=0.1:loss=cross-entropy")) {
    online_rate = 100;
    step = 0.2;
    difference = 0.1;
    loss = Loss::cross_entropy;
  }
  settings.read("tile", tile, 0, std::min(shape.height, shape.width),
                "prior of tile x tile values a channel; 0: half the image's side, for large images 50");
  settings.read("exploration", exploration, 1e-6, 1000, "length of the exploration around the prior");
  settings.read("difference", difference, 1e-6, 1000,
                "L2 length of the probes; on the 8-bit grid at least sqrt(pixels) grey levels");
  settings.read("rate", online_rate, 0, 1e6, "online learning rate of the prior");
  settings.read("step", step, 1e-4, 2, "step size of the image, as a share of epsilon");
  read_loss(settings, loss);
  start.read(settings);
}

int BanditsOptions::tile_for(const ImageShape& shape) const {
  constexpr int kPublished = 50;
  if (tile != 0) return tile;
  return is_large(shape) ? kPublished : std::max(1, std::min(shape.height, shape.width) / 2);
}

double exponentiated_step(double v, double rate_times_gradient) {
  // (p e^s - (1 - p) e^-s) / (p e^s + (1 - p) e^-s) with p = (v + 1) / 2, divided by e^s or e^-s, whichever
  // is larger, so that nothing overflows.
  const double ratio = std::exp(-2 * std::abs(rate_times_gradient));
  const double up = (1 + v) * (rate_times_gradient >= 0 ? 1 : ratio);
  const double down = (1 - v) * (rate_times_gradient >= 0 ? ratio : 1);
  // At v = +-1, a very large step in the opposite direction makes both underflow to 0. Then v is reset to 0.
  return up + down > 0 ? (up - down) / (up + down) : 0;
}

BanditsAttack::BanditsAttack(AttackProblem problem, BanditsOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      loss_(loss_or_default(options.loss, this->problem().goal)),
      decoder_(make_decoder("nearest", this->problem().shape, options_.tile_for(this->problem().shape))),
      difference_(this->problem().ball.continuous()
                      ? options_.difference
                      : std::max(options_.difference, std::sqrt(this->problem().shape.size()) / 255)),
      prior_(Eigen::VectorXd::Zero(decoder_->dimensions())) {}

Script<> BanditsAttack::script() {
  const auto epsilon = static_cast<float>(problem().ball.epsilon());
  const Eigen::RowVectorXf lowest = (problem().original.array() - epsilon).max(0.0F);
  const Eigen::RowVectorXf highest = (problem().original.array() + epsilon).min(1.0F);
  const float step = static_cast<float>(options_.step) * epsilon;
  const auto difference = static_cast<float>(difference_);
  const int d = decoder_->dimensions();

  Eigen::RowVectorXf image = options_.start.image(problem());
  if (options_.start.from_prior) co_await query(image);
  Eigen::VectorXd exploration(d);
  for (;;) {
    for (double& value : exploration) value = options_.exploration * rng_.normal() / std::sqrt(d);
    const Eigen::RowVectorXf above = decoder_->decode(prior_ + exploration).normalized();
    const Eigen::RowVectorXf below = decoder_->decode(prior_ - exploration).normalized();
    const Reply reply_above = co_await query(image + difference * above);
    const Reply reply_below = co_await query(image + difference * below);
    const double rise = loss_value(loss_, problem().goal, reply_above.seen.log_p) -
                        loss_value(loss_, problem().goal, reply_below.seen.log_p);
    const double derivative = rise / (difference_ * options_.exploration);
    for (int i = 0; i < d; ++i)
      prior_[i] = exponentiated_step(prior_[i], options_.online_rate * derivative * exploration[i]);
    image += step * decoder_->decode(prior_).cwiseSign();
    image = image.cwiseMax(lowest).cwiseMin(highest).eval();
  }
}

}  // namespace bora::attacks
