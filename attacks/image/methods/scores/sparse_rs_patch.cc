#include "attacks/image/methods/scores/sparse_rs_patch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/image/proposals/square_proposals.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {
namespace {

PatchColours colours_named(const std::string& name) {
  const auto& names = patch_colour_names();
  return static_cast<PatchColours>(std::ranges::find(names, name) - names.begin());
}

// Returns the iteration halfway between the first that repaints a single pixel and the last.
int halfway_with_pixels(double alpha, int side, int queries) {
  int first = 0;
  while (first < queries - 1 && repainted_side(alpha, side, first, queries) > 1) ++first;
  return first + (queries - first) / 2;
}

}  // namespace

int repainted_side(double alpha, int side, int iteration, int queries) {
  return std::max(1, static_cast<int>(std::sqrt(square_share(alpha, iteration, queries)) * side));
}

void SparseRsPatchOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("least-schedule=0")) schedule.least = 0;
  settings.read("alpha", alpha, 0, 1,
                "share of the patch that is repainted at first; 0: 0.4 untargeted, 0.1 targeted");
  settings.read("period", period, 0, 1000000,
                "queries from one move of the patch to the next; 0: 4 untargeted, 10 targeted");
  settings.read("colours", colours, patch_colour_names(), "first colours of the patch");
  schedule.read(settings);
  read_loss(settings, loss);
}

SparseRsPatchAttack::SparseRsPatchAttack(AttackProblem problem, SparseRsPatchOptions options)
    : RandomSearch(std::move(problem), options.loss), schedule_(options.schedule.over(this->problem())) {
  const bool targeted = this->problem().goal.targeted();
  const double own_alpha = targeted ? 0.1 : 0.4;
  const int own_period = targeted ? 10 : 4;
  alpha_ = options.alpha > 0 ? options.alpha : own_alpha;
  period_ = options.period > 0 ? options.period : own_period;
  patch_ = this->problem().start.size() > 0
               ? patch_of(this->problem(), this->problem().start)
               : draw_patch(this->problem(), colours_named(options.colours), rng());
  asked_ = patch_;
  single_channels_ = halfway_with_pixels(alpha_, side(), schedule_);
}

int SparseRsPatchAttack::side() const {
  return std::min(patch_.shape.height, patch_.shape.width);
}

int SparseRsPatchAttack::reach(int length) const {
  constexpr double kFirst = 0.75;
  const double left = static_cast<double>(std::max(0, schedule_ - told())) / schedule_;
  return static_cast<int>(kFirst * left * length);
}

bool SparseRsPatchAttack::moves() const {
  const ImageShape& shape = problem().shape;
  const bool down = patch_.shape.height < shape.height && reach(shape.height) > 0;
  const bool across = patch_.shape.width < shape.width && reach(shape.width) > 0;
  return told() % period_ == 0 && (down || across);
}

void SparseRsPatchAttack::move() {
  const ImageShape& shape = problem().shape;
  const auto moved = [&](int place, int covered, int length) {
    const int most = reach(length);
    return std::clamp(place + rng().index(2 * most + 1) - most, 0, length - covered);
  };
  asked_.top = moved(asked_.top, asked_.shape.height, shape.height);
  asked_.left = moved(asked_.left, asked_.shape.width, shape.width);
}

void SparseRsPatchAttack::repaint() {
  const ImageShape& shape = asked_.shape;
  const int side = repainted_side(alpha_, this->side(), told(), schedule_);
  const int top = rng().index(shape.height - side + 1), left = rng().index(shape.width - side + 1);
  if (side > 1 || told() < single_channels_) {
    paint({top, left, top + side, left + side}, asked_, rng());
    return;
  }
  float& value = asked_.colours[(rng().index(shape.channels) * shape.height + top) * shape.width + left];
  value = value > 0.5F ? 0.0F : 1.0F;
}

Pixels SparseRsPatchAttack::proposal() {
  constexpr int kRedraws = 100;
  const bool moving = moves();
  asked_ = patch_;
  for (int attempt = 0; attempt < kRedraws && asked_ == patch_; ++attempt) {
    if (moving)
      move();
    else
      repaint();
  }
  return with_patch(problem(), asked_);
}

void SparseRsPatchAttack::learn(const Pixels& /*queried*/, double /*loss*/, bool kept) {
  if (kept) patch_ = asked_;
}

}  // namespace bora::attacks
