#include "attacks/image/wrappers/repeated_labels.h"

namespace bora::attacks {

void RepeatedLabelsOptions::read(AttackSettings& settings) {
  settings.read("repeats", repeats, 1, 10000, "labels only: noisy copies asked of each image");
  settings.read("noise", noise, 1e-3, 1, "labels only: half-width of their uniform noise, as a share of eps");
}

std::string RepeatedLabelsOptions::text() const {
  return fmt::format(
      "objective from repeated labels, {} noisy copies an image, noise {} eps (Ilyas et al. 2018)", repeats,
      noise);
}

RepeatedLabels::RepeatedLabels(const AttackProblem& problem, RepeatedLabelsOptions options,
                               std::unique_ptr<Attack<Pixels>> attack)
    : RepeatedLabelsOf(problem, options.repeats, Loss::log_odds, std::move(attack)),
      half_width_(options.noise * problem.ball.epsilon()),
      rng_(mix_seed(problem.seed, "noise")) {}

AttackProblem RepeatedLabels::driven(AttackProblem problem, const RepeatedLabelsOptions& options) {
  problem.budget = budget_of_driven(problem.budget, options.repeats);
  problem.clean.reset();  // a label, where frequencies of labels stand for scores
  return problem;
}

Pixels RepeatedLabels::copy(const Pixels& centre) {
  Pixels image = centre;
  for (float& value : image) value += static_cast<float>(rng_.uniform(-half_width_, half_width_));
  return image;
}

}  // namespace bora::attacks
