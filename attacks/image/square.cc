#include "attacks/image/square.h"

namespace bora {

void SquareOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  std::string name = "auto";
  settings.read("loss", name, {"auto", "margin", "cross-entropy", "log-odds"},
                "what to raise; auto: margin untargeted, cross-entropy targeted");
  if (name != "auto") loss = parse_loss(name);
}

SquareAttack::SquareAttack(AttackProblem problem, SquareOptions options)
    : problem_(std::move(problem)),
      proposals_(problem_, options.p),
      loss_(options.loss.value_or(problem_.goal.targeted() ? Loss::cross_entropy : Loss::margin)),
      rng_(problem_.seed) {}

Batch SquareAttack::ask(int /*q*/) {
  if (told_ == 0) return proposals_.stripes(rng_);
  return proposals_.with_square(best_, proposals_.side(told_), rng_);
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
