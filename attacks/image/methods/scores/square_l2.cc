#include "attacks/image/methods/scores/square_l2.h"

#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void SquareL2Options::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first windows cover");
  read_loss(settings, loss);
}

SquareL2Attack::SquareL2Attack(AttackProblem problem, SquareL2Options options)
    : problem_(std::move(problem)),
      proposals_(problem_, options.p),
      loss_(options.loss.value_or(problem_.goal.targeted() ? Loss::cross_entropy : Loss::margin)),
      rng_(problem_.seed) {}

std::optional<Pixels> SquareL2Attack::ask() {
  if (told_ == 0) return proposals_.start(rng_);
  Eigen::RowVectorXf image = best_;
  proposals_.move_change(image, proposals_.side(told_), rng_);
  return image;
}

void SquareL2Attack::tell(const Pixels& queried, const Observation& seen) {
  const double loss = loss_value(loss_, problem_.goal, seen.log_p);
  if (told_ == 0 || loss > best_loss_) {
    best_loss_ = loss;
    best_ = queried;
  }
  ++told_;
}

}  // namespace bora::attacks
