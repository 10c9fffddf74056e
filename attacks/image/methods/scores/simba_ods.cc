#include "attacks/image/methods/scores/simba_ods.h"

#include <cmath>

namespace bora::attacks {

void SubstituteStepOptions::read(AttackSettings& settings) {
  settings.read_word(
      "steps", shape, {{"sign", Shape::sign}, {"straight", Shape::straight}},
      "steps in the L-infinity ball: along the sign of the direction, or along the direction itself; both are clamped to the ball");
  settings.read("step", length, 1e-3, 10, "length of a step, root mean square per value, as a share of eps");
}

void SubstituteStepOptions::read_l2(AttackSettings& settings) {
  settings.read("step", length, 1e-3, 10, "length of a step, as a share of eps");
}

void SimbaOdsOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("steps=straight:step=0.016"))
    step = {SubstituteStepOptions::Shape::straight, 0.016};
  step.read(settings);
  start.read(settings);
}

void SimbaOdsL2Options::read(AttackSettings& settings) {
  settings.accept_as();
  step.read_l2(settings);
  start.read(settings);
}

SimbaOdsAttack::SimbaOdsAttack(AttackProblem problem, const SimbaOdsOptions& options)
    : ScriptedAttack(std::move(problem)), step_(options.step), start_(options.start) {}

Eigen::RowVectorXf SimbaOdsAttack::diversified_direction(const Eigen::RowVectorXf& image) {
  const Substitutes& substitutes = *problem().substitutes;
  Victim& network = substitutes.network(rng_.index(substitutes.size()));
  Eigen::RowVectorXd weights(problem().classes);
  for (double& weight : weights) weight = rng_.uniform(-1, 1);
  const Batch images = image;
  // The method is defined for logits. If the network returns probabilities, their logarithms are used.
  const Batch cotangent = network.spec().kind == ScoreKind::logits
                              ? Batch(weights.cast<float>())
                              : Batch(gradient_of_scores(network.scores(images), 0, weights));
  return network.pullback(images, cotangent).row(0);
}

Eigen::RowVectorXf SimbaOdsAttack::direction(const Eigen::RowVectorXf& image, const Observation& /*seen*/) {
  return diversified_direction(image);
}

// The image is not rounded to the grid, even if the victim sees rounded images, so that the parts of steps
// that rounding cuts off add up.
Eigen::RowVectorXf SimbaOdsAttack::stepped(const Eigen::RowVectorXf& image,
                                           const Eigen::RowVectorXf& direction, float sign) const {
  const NormBall between_grid_points(problem().ball.norm(), problem().ball.epsilon(), true);
  const double length = step_.length * between_grid_points.epsilon();
  Eigen::RowVectorXf step = direction.cwiseSign();
  if (between_grid_points.norm() == Norm::l2)
    step = direction / direction.norm();
  else if (step_.shape == SubstituteStepOptions::Shape::straight)
    step =
        direction * static_cast<float>(std::sqrt(static_cast<double>(direction.size())) / direction.norm());
  Eigen::RowVectorXf moved = image + sign * static_cast<float>(length) * step;
  between_grid_points.project(problem().original.data(), moved.data(), static_cast<int>(moved.size()));
  return moved;
}

Script<> SimbaOdsAttack::script() {
  const Loss loss = loss_or_default({}, problem().goal);
  Eigen::RowVectorXf image = start_.image(problem());
  Reply best = co_await start_reply(image, !start_.from_prior);
  double best_loss = loss_value(loss, problem().goal, best.seen.log_p);

  while (unchanged_ < kMostUnchanged) {
    ++unchanged_;
    Eigen::RowVectorXf direction = this->direction(image, best.seen);
    // If the gradient of the substitute model is 0, the direction is random.
    if (!(direction.norm() > 0))
      for (float& value : direction) value = static_cast<float>(rng_.sign());
    for (const float sign : {1.0F, -1.0F}) {
      const Eigen::RowVectorXf trial = stepped(image, direction, sign);
      Eigen::RowVectorXf shown = trial;
      problem().ball.project(problem().original.data(), shown.data(), static_cast<int>(shown.size()));
      if (shown == best.image) continue;
      unchanged_ = 0;
      Reply reply = co_await query(trial);
      const double trial_loss = loss_value(loss, problem().goal, reply.seen.log_p);
      if (!(trial_loss > best_loss)) continue;
      best_loss = trial_loss;
      best = std::move(reply);
      image = trial;
      improved();
      break;
    }
  }
}

void GfcsOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("steps=straight:step=0.16"))
    step = {SubstituteStepOptions::Shape::straight, 0.16};
  step.read(settings);
  start.read(settings);
}

void GfcsL2Options::read(AttackSettings& settings) {
  settings.accept_as();
  step.read_l2(settings);
  start.read(settings);
}

GfcsAttack::GfcsAttack(AttackProblem problem, const GfcsOptions& options)
    : SimbaOdsAttack(std::move(problem), options) {
  improved();
}

void GfcsAttack::improved() {
  untried_ = rng_.permutation(problem().substitutes->size());
}

Eigen::RowVectorXf GfcsAttack::direction(const Eigen::RowVectorXf& image, const Observation& seen) {
  if (untried_.empty()) return diversified_direction(image);
  Victim& network = problem().substitutes->network(untried_.back());
  untried_.pop_back();
  const Batch images = image;
  const Scores scores = network.scores(images);
  // The margin is between the classes that the victim's answer selects; cross-entropy is the substitute
  // model's.
  const Eigen::RowVectorXd slope =
      problem().goal.targeted()
          ? loss_gradient(Loss::cross_entropy, problem().goal, log_probabilities(scores).row(0))
          : loss_gradient(Loss::margin, problem().goal, seen.log_p);
  return network.pullback(images, gradient_of_scores(scores, 0, slope)).row(0);
}

}  // namespace bora::attacks
