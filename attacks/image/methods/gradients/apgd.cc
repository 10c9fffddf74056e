#include "attacks/image/methods/gradients/apgd.h"

#include <algorithm>
#include <functional>

namespace bora::attacks {

ApgdSchedule::ApgdSchedule(int iterations, double rho, double first_loss)
    : iterations_(iterations),
      rho_(rho),
      last_(first_loss),
      best_(first_loss),
      best_at_checkpoint_(first_loss) {}

bool ApgdSchedule::add(double loss) {
  ++done_;
  rises_ += loss > last_ ? 1 : 0;
  last_ = loss;
  improved_ = loss > best_;
  best_ = std::max(best_, loss);
  if (done_ < checkpoint_of(next_percent_)) return false;
  const int length = checkpoint_of(next_percent_) - checkpoint_of(last_percent_);
  halved_ = rises_ <= rho_ * length || (!halved_ && best_at_checkpoint_ >= best_);
  if (halved_) step_ /= 2;
  const int further = std::max(next_percent_ - last_percent_ - 3, 6);
  last_percent_ = next_percent_;
  next_percent_ += further;
  rises_ = 0;
  best_at_checkpoint_ = best_;
  return halved_;
}

void ApgdOptions::read(AttackSettings& settings) {
  settings.read("steps", steps, 1, 100000, "iterations from one start; fewer if the budget holds fewer");
  settings.read("restarts", restarts, 0, 100000,
                targets > 0 ? "starts for each target class; 0: until the budget ends"
                            : "number of starts; 0: until the budget ends");
  settings.read("rho", rho, 0, 1, "the step is halved if at most this share of iterations raised the loss");
  if (targets > 0) {
    settings.read("targets", targets, 1, 100000,
                  "untargeted: number of best other classes that are targeted in turn");
    return;
  }
  loss = parse_loss(settings.choice("loss", to_string(loss), {"cross-entropy", "dlr", "margin"},
                                    "loss that is maximised; dlr: difference of logits ratio"));
}

Apgd::Apgd(AttackProblem problem, const ApgdOptions& options)
    : ScriptedAttack(std::move(problem)), options_(options), moves_(this->problem()) {}

Goal Apgd::goal() const {
  Goal goal = problem().goal;
  if (!classes_.empty()) goal.target = classes_[static_cast<std::size_t>(starts_) % classes_.size()];
  return goal;
}

std::optional<GradientRequest> Apgd::gradient_wanted() const {
  return GradientRequest{.loss = options_.loss, .towards = goal().target};
}

bool Apgd::exhausted() const {
  const int classes = std::max(1, static_cast<int>(classes_.size()));
  return options_.restarts > 0 && starts_ >= options_.restarts * classes;
}

Script<> Apgd::rank_classes() {
  const Reply clean = co_await start_reply(problem().original, true);
  for (int j = 0; j < problem().classes; ++j)
    if (j != problem().goal.label) classes_.push_back(j);
  std::ranges::stable_sort(classes_, std::greater(), [&](int j) { return clean.seen.log_p[j]; });
  if (static_cast<int>(classes_.size()) > options_.targets)
    classes_.resize(static_cast<std::size_t>(options_.targets));
}

Script<> Apgd::script() {
  constexpr float kNew = 0.75F;  // weight of the new step; the rest is momentum
  if (options_.targets > 0 && !problem().goal.targeted() && classes_.empty()) co_await rank_classes();
  const int steps = std::max(1, std::min(options_.steps, problem().budget - 1));
  struct Point {
    Eigen::RowVectorXf image, gradient;
  };
  Point now{moves_.random_border_point(rng_), {}};
  Eigen::RowVectorXf before = now.image;
  Reply reply = co_await query(now.image);
  now.gradient = reply.seen.gradient;
  Point best = now;
  ApgdSchedule schedule(steps, options_.rho, loss_value(options_.loss, goal(), reply.seen.log_p));
  for (int i = 0; i < steps; ++i) {
    Eigen::RowVectorXf next = moves_.step(now.image, now.gradient, schedule.step());
    if (i > 0) {
      next = (now.image + kNew * (next - now.image) + (1 - kNew) * (now.image - before)).eval();
      moves_.project(next);
    }
    before = now.image;
    reply = co_await query(next);
    now = {std::move(next), std::move(reply.seen.gradient)};
    const bool halved = schedule.add(loss_value(options_.loss, goal(), reply.seen.log_p));
    if (schedule.improved()) best = now;
    if (halved) now = best;
  }
  ++starts_;
}

}  // namespace bora::attacks
