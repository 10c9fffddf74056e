#include "attacks/image/methods/scores/square.h"

#include <fmt/format.h>

#include "attacks/image/proposals/start_image.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void SquareOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const double published = shape.channels == 1 ? 0.8 : 0.05;
  if (settings.read_as_paper(fmt::format("p={}", published))) p = published;
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  settings.read("schedule", schedule, 0, 1000000, "queries over which squares shrink; 0: the budget");
  read_loss(settings, loss);
  std::string from = start_from_prior ? "prior" : "stripes";
  settings.read("start", from, {"stripes", "prior"},
                "first image: stripes, or where projected gradient descent on substitute models leads");
  start_from_prior = from == "prior";
}

SquareAttack::SquareAttack(AttackProblem problem, SquareOptions options)
    : problem_(std::move(problem)),
      proposals_(problem_, options.p, options.schedule),
      loss_(options.loss.value_or(problem_.goal.targeted() ? Loss::cross_entropy : Loss::margin)),
      start_from_prior_(options.start_from_prior),
      rng_(problem_.seed) {}

Eigen::RowVectorXf SquareAttack::proposal() {
  return proposals_.with_square(best_, proposals_.side(told_), rng_);
}

std::optional<Pixels> SquareAttack::ask() {
  if (told_ > 0) return proposal();
  if (problem_.start.size() > 0) return problem_.start;
  if (!start_from_prior_) return proposals_.stripes(rng_);
  return transfer_start(problem_);
}

void SquareAttack::tell(const Pixels& queried, const Observation& seen) {
  const double loss = loss_value(loss_, problem_.goal, seen.log_p);
  if (told_ == 0 || loss > best_loss_) {
    best_loss_ = loss;
    best_ = queried;
  }
  ++told_;
}

}  // namespace bora::attacks
