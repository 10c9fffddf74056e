#include "attacks/image/wrappers/repeated_labels.h"

#include <algorithm>

#include "attacks/threat/label_frequencies.h"

namespace bora::attacks {

void RepeatedLabelsOptions::read(AttackSettings& settings) {
  settings.read("repeats", repeats, 1, 10000, "labels only: noisy copies asked of each image");
  settings.read("noise", noise, 1e-3, 1, "labels only: half-width of their uniform noise, as a share of eps");
}

RepeatedLabels::RepeatedLabels(AttackProblem problem, RepeatedLabelsOptions options,
                               std::unique_ptr<ImageAttack> attack)
    : problem_(std::move(problem)),
      options_(options),
      attack_(std::move(attack)),
      rng_(mix_seed(problem_.seed, "noise")),
      counts_(Eigen::RowVectorXd::Zero(problem_.classes)) {}

Eigen::RowVectorXf RepeatedLabels::noisy_copy() {
  const double half_width = options_.noise * problem_.ball.epsilon();
  Eigen::RowVectorXf image = centre_;
  for (float& value : image) value += static_cast<float>(rng_.uniform(-half_width, half_width));
  return image;
}

Batch RepeatedLabels::ask(int /*q*/) {
  if (pending_.size() == 0) {
    const bool asked_centre = counts_.sum() > 0;
    pending_ = asked_centre ? noisy_copy() : Eigen::RowVectorXf(attack_->ask(1).row(0));
  }
  return pending_;
}

void RepeatedLabels::tell(const Batch& queried, const std::vector<Observation>& observations) {
  pending_.resize(0);
  if (counts_.sum() == 0) {
    centre_ = queried.row(0);
    seen_ = observations.front();
  }
  counts_[observations.front().predicted] += 1;
  if (counts_.sum() <= options_.repeats) return;
  attack_->tell(centre_, {summary()});
  counts_.setZero();
}

Observation RepeatedLabels::summary() const {
  Observation summary = seen_;
  summary.log_p = smoothed_log_frequencies(counts_);
  summary.objective = loss_value(Loss::log_odds, problem_.goal, summary.log_p);
  return summary;
}

}  // namespace bora::attacks
