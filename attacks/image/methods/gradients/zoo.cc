#include "attacks/image/methods/gradients/zoo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attacks/settings/image_shapes.h"

namespace bora::attacks {

void ZooOptions::read(AttackSettings& settings, const ImageShape& shape) {
  if (settings.read_as_paper("batch=128:step=0.01:side=0, for large images "
                             "batch=128:step=0.002:side=32:decoder=bilinear:importance=yes")) {
    batch = 128;
    step = is_large(shape) ? 0.002 : 0.01;
    side = is_large(shape) ? 32 : 0;
    if (is_large(shape)) decoder = "bilinear";
    importance = is_large(shape);
  }
  settings.read("batch", batch, 1, 100000, "coordinates of a step, at most 2 queries each");
  settings.read("step", step, 0, 1, "step size, on the scale of pixels in [0, 1]; 0: `share` sets it");
  settings.read("share", share, 1e-4, 2, "step size as a share of eps, if `step` is 0");
  settings.read("difference", difference, 1e-6, 1,
                "length of finite differences; on the 8-bit grid at least 1 grey level, 4 if enlarged");
  settings.read_word("solver", newton, {{"adam", false}, {"newton", true}}, "how coordinates are updated");
  side = std::min(side, std::min(shape.height, shape.width));
  settings.read("side", side, 0, std::min(shape.height, shape.width),
                "attack space of side x side values a channel; 0: the pixels");
  settings.read("decoder", decoder, decoder_names(), "how the attack space is enlarged to the image");
  settings.read("importance", importance,
                "draw coordinates in proportion to the largest change so far in their region");
  start.read(settings);
}

double zoo_difference(const ZooOptions& options, bool continuous) {
  if (continuous) return options.difference;
  const double levels = options.side == 0 ? 1 : 4;
  return std::max(options.difference, levels / 255);
}

Zoo::Zoo(AttackProblem problem, ZooOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(std::move(options)),
      decoder_(options_.side == 0 ? nullptr
                                  : make_decoder(options_.decoder, this->problem().shape, options_.side)),
      rows_(decoder_ ? options_.side : this->problem().shape.height),
      columns_(decoder_ ? options_.side : this->problem().shape.width),
      difference_(zoo_difference(options_, this->problem().ball.continuous())),
      centre_(options_.start.image(this->problem())),
      change_(Eigen::VectorXd::Zero(this->problem().shape.channels * rows_ * columns_)),
      adam_(static_cast<int>(change_.size())) {}

Eigen::RowVectorXf Zoo::enlarge(const Eigen::VectorXd& change) const {
  return decoder_ ? decoder_->decode(change) : Eigen::RowVectorXf(change.cast<float>().transpose());
}

double Zoo::loss(const Reply& reply) const {
  return loss_value(Loss::margin, problem().goal, reply.seen.log_p);
}

std::vector<double> Zoo::importance() const {
  constexpr int kRegions = 8;
  const auto region = [&](int i) {
    const int channel = i / (rows_ * columns_);
    const int y = i / columns_ % rows_ * kRegions / rows_;
    const int x = i % columns_ * kRegions / columns_;
    return (channel * kRegions + y) * kRegions + x;
  };
  std::vector<double> largest(static_cast<std::size_t>(problem().shape.channels) * kRegions * kRegions);
  const int d = static_cast<int>(change_.size());
  for (int i = 0; i < d; ++i) largest[region(i)] = std::max(largest[region(i)], std::abs(change_[i]));
  std::vector<double> weights(d);
  for (int i = 0; i < d; ++i) weights[i] = largest[region(i)];
  return weights;
}

std::vector<int> Zoo::draw_batch() {
  const int d = static_cast<int>(change_.size());
  std::vector<int> order = rng_.permutation(d);
  const int size = std::min(options_.batch, d);
  if (options_.importance) {
    // The coordinates with the smallest of independent exponential waiting times, with the weights as rates,
    // are a sample without replacement in proportion to the weights. Coordinates of weight 0 follow in random
    // order.
    const std::vector<double> weights = importance();
    std::vector<double> waiting(d);
    for (int i = 0; i < d; ++i)
      waiting[i] = weights[i] > 0 ? -std::log1p(-rng_.uniform()) / weights[i]
                                  : std::numeric_limits<double>::infinity();
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return waiting[a] < waiting[b]; });
  }
  order.resize(size);
  return order;
}

Script<Zoo::Differences> Zoo::differences(int coordinate, const Reply& here) {
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(change_.size());
  unit[coordinate] = 1;
  const Eigen::RowVectorXf direction = enlarge(unit);
  const Eigen::RowVectorXf image = image_of(change_);
  const auto difference = static_cast<float>(difference_);
  const Reply above = co_await query_unless_known(image + difference * direction, here);
  const Reply below = co_await query_unless_known(image - difference * direction, here);
  // Distances along the coordinate from the current image to the two that the victim saw.
  const auto distance = [&](const Eigen::RowVectorXf& from, const Eigen::RowVectorXf& to) {
    return static_cast<double>((to - from).dot(direction)) / direction.squaredNorm();
  };
  const double up = distance(here.image, above.image), down = distance(below.image, here.image);
  Differences result;
  if (up + down > 0) result.slope = (loss(above) - loss(below)) / (up + down);
  if (up > 0 && down > 0)
    result.curvature =
        2 * ((loss(above) - loss(here)) / up - (loss(here) - loss(below)) / down) / (up + down);
  co_return result;
}

Script<> Zoo::script() {
  const double epsilon = problem().ball.epsilon();
  // A start away from the centre of the ball is up to 2 epsilon away from its far side.
  const double reach = options_.start.from_prior ? 2 * epsilon : epsilon;
  const double step = options_.step > 0 ? options_.step : options_.share * epsilon;
  Reply here = co_await start_reply(centre_, !options_.start.from_prior);
  for (;;) {
    const std::vector<int> batch = draw_batch();
    std::vector<double> steps;
    for (const int i : batch) {
      const Differences found = co_await differences(i, here);
      // A Newton step leads to a maximum only if the curvature is negative. Otherwise the step follows the
      // slope.
      if (!options_.newton)
        steps.push_back(adam_.step(i, found.slope));
      else
        steps.push_back(found.curvature < 0 ? -found.slope / found.curvature : found.slope);
    }
    for (std::size_t k = 0; k < batch.size(); ++k) {
      double& value = change_[batch[k]];
      value = std::clamp(value + step * steps[k], -reach, reach);
    }
    here = co_await query(image_of(change_));
  }
}

}  // namespace bora::attacks
