#include "attacks/image/methods/gradients/gfcs.h"

namespace bora::attacks {

void GfcsOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  if (settings.read_as_paper("steps=straight:step=0.16"))
    step = {SubstituteStepOptions::Shape::straight, 0.16};
  step.read(settings);
  start.read(settings);
}

void GfcsL2Options::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read_as_paper();
  step.read_l2(settings);
  start.read(settings);
}

GfcsAttack::GfcsAttack(AttackProblem problem, const GfcsOptions& options)
    : SimbaOdsAttack(std::move(problem), options) {
  improved();
}

void GfcsAttack::improved() {
  untried_ = rng().permutation(problem().substitutes->size());
}

Eigen::RowVectorXf GfcsAttack::direction(const Eigen::RowVectorXf& image, const Observation& seen) {
  if (untried_.empty()) return diversified_direction(image);
  Victim& network = problem().substitutes->network(untried_.back());
  untried_.pop_back();
  const Batch images = image;
  const Scores scores = network.scores(images);
  // The margin is between the classes of the victim's answer; cross-entropy is that of the substitute model.
  const Eigen::RowVectorXd slope =
      problem().goal.targeted()
          ? loss_gradient(Loss::cross_entropy, problem().goal, log_probabilities(scores).row(0))
          : loss_gradient(Loss::margin, problem().goal, seen.log_p);
  return network.pullback(images, gradient_of_scores(scores, 0, slope)).row(0);
}

}  // namespace bora::attacks
