#include "attacks/image/methods/gradients/autozoom.h"

#include <algorithm>
#include <cmath>

#include "attacks/image/methods/gradients/adam.h"
#include "attacks/settings/image_shapes.h"

namespace bora::attacks {

void AutoZoomOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int largest = std::min(shape.height, shape.width);
  if (settings.read_as_paper("step=0.01:side=14:probes=paper, for large images step=0.002:side=32")) {
    published_smoothing = true;
    step = is_large(shape) ? 0.002 : 0.01;
    side = is_large(shape) ? 32 : 14;
  }
  side = std::min(side, largest);
  settings.read("side", side, 1, largest, "attack space of side x side values a channel");
  settings.read("step", step, 0, 1,
                "step size of ADAM, on the scale of pixels in [0, 1]; 0: `share` sets it");
  settings.read("share", share, 1e-4, 2, "step size of ADAM as a share of eps, if `step` is 0");
  settings.read("directions", directions, 1, 10000, "random directions of an estimate, one query each");
  settings.read_word(
      "probes", published_smoothing, {{"reach", false}, {"paper", true}},
      "length of the probes, if `smoothing` is 0; paper: 1/d, on the 8-bit grid at least sqrt(d) grey levels");
  settings.read("reach", reach, 1e-3, 10, "length of the probes as a share of eps sqrt(d)");
  settings.read("smoothing", smoothing, 0, 1000, "length of the probes; 0: as `probes` states");
  start.read(settings);
}

double autozoom_smoothing(int d, bool continuous) {
  // A direction of the unit sphere has values of about 1/sqrt(d).
  return continuous ? 1.0 / d : std::max(1.0 / d, std::sqrt(d) / 255);
}

AutoZoom::AutoZoom(AttackProblem problem, AutoZoomOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      decoder_(make_decoder("bilinear", this->problem().shape, options_.side)) {}

Eigen::VectorXd AutoZoom::random_direction() {
  Eigen::VectorXd direction(decoder_->dimensions());
  for (double& value : direction) value = rng_.normal();
  return direction.normalized();
}

Script<> AutoZoom::script() {
  const int d = decoder_->dimensions();
  const double epsilon = problem().ball.epsilon();
  double smoothing = options_.smoothing;
  if (smoothing <= 0)
    smoothing = options_.published_smoothing ? autozoom_smoothing(d, problem().ball.continuous())
                                             : options_.reach * epsilon * std::sqrt(d);
  Eigen::VectorXd change = Eigen::VectorXd::Zero(d);
  Adam adam(d);
  const Eigen::RowVectorXf centre = options_.start.image(problem());
  // A start away from the centre of the ball is up to 2 epsilon away from its far side.
  const double reach = options_.start.from_prior ? 2 * epsilon : epsilon;
  const double step = options_.step > 0 ? options_.step : options_.share * epsilon;
  Reply here = co_await start_reply(centre, !options_.start.from_prior);
  for (;;) {
    const double loss_here = loss_value(Loss::margin, problem().goal, here.seen.log_p);
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(d);
    for (int k = 0; k < options_.directions; ++k) {
      const Eigen::VectorXd direction = random_direction();
      const Reply there = co_await query(centre + decoder_->decode(change + smoothing * direction));
      const double loss_there = loss_value(Loss::margin, problem().goal, there.seen.log_p);
      gradient += d * (loss_there - loss_here) / smoothing / options_.directions * direction;
    }
    for (int i = 0; i < d; ++i)
      change[i] = std::clamp(change[i] + step * adam.step(i, gradient[i]), -reach, reach);
    here = co_await query(centre + decoder_->decode(change));
  }
}

}  // namespace bora::attacks
