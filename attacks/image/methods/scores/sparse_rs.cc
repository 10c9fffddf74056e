#include "attacks/image/methods/scores/sparse_rs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/settings/loss_setting.h"
#include "attacks/threat/changed_pixels.h"

namespace bora::attacks {

double exchanged_share(double alpha, int iteration, int queries) {
  constexpr std::pair<int, int> kSteps[] = {{0, 2},     {50, 4},    {200, 5},   {500, 6},  {1000, 8},
                                            {2000, 10}, {4000, 12}, {6000, 15}, {8000, 20}};
  const double scaled = std::floor(static_cast<double>(iteration) / queries * 10000);
  int divisor = 1;
  for (const auto& [after, next] : kSteps)
    if (scaled > after) divisor = next;
  return alpha / divisor;
}

namespace {

double published_share(const Goal& goal) {
  return goal.targeted() ? 0.1 : 0.3;
}

}  // namespace

void SparseRsOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper("least-schedule=0")) schedule.least = 0;
  settings.read("alpha", alpha, 0, 1,
                "share of the changed pixels that are exchanged at first; 0: 0.3 untargeted, 0.1 targeted");
  schedule.read(settings);
  read_loss(settings, loss);
}

SparseRsAttack::SparseRsAttack(AttackProblem problem, SparseRsOptions options)
    : RandomSearch(std::move(problem), options.loss),
      alpha_(options.alpha > 0 ? options.alpha : published_share(this->problem().goal)),
      schedule_(options.schedule.over(this->problem())),
      pixels_(rng().permutation(this->problem().shape.height * this->problem().shape.width)),
      size_(static_cast<std::size_t>(
          std::min<double>(static_cast<double>(pixels_.size()), this->problem().ball.epsilon()))) {
  if (this->problem().start.size() > 0)
    std::ranges::stable_partition(pixels_, [this](int pixel) {
      return pixel_differs(this->problem().original.data(), this->problem().start.data(),
                           this->problem().shape, pixel);
    });
  asked_ = pixels_;
}

void SparseRsAttack::colour(Pixels& image, int pixel, bool differently) {
  const int plane = problem().shape.height * problem().shape.width;
  bool changed = false;
  do {
    for (int c = 0; c < problem().shape.channels; ++c) {
      float& value = image[c * plane + pixel];
      const float before = std::exchange(value, rng().sign() > 0 ? 1.0F : 0.0F);
      changed = changed || value != before;
    }
  } while (differently && !changed);
}

Pixels SparseRsAttack::first() {
  Pixels image = problem().original;
  for (std::size_t i = 0; i < size_; ++i) colour(image, asked_[i], false);
  return image;
}

Pixels SparseRsAttack::proposal() {
  asked_ = pixels_;
  Pixels image = best().image;
  const std::size_t others = asked_.size() - size_;
  const auto wanted = static_cast<std::size_t>(
      std::max(1.0, exchanged_share(alpha_, told(), schedule_) * static_cast<double>(size_)));
  const std::size_t exchanged = std::min(wanted, others);
  const int plane = static_cast<int>(asked_.size());
  for (std::size_t k = 0; k < exchanged; ++k) {
    // Draws a changed and an unchanged pixel by moving them to the k-th places of their parts, then exchanges
    // them.
    std::swap(asked_[k], asked_[k + static_cast<std::size_t>(rng().index(static_cast<int>(size_ - k)))]);
    std::swap(asked_[size_ + k],
              asked_[size_ + k + static_cast<std::size_t>(rng().index(static_cast<int>(others - k)))]);
    std::swap(asked_[k], asked_[size_ + k]);
    for (int c = 0; c < problem().shape.channels; ++c) {
      const int i = c * plane + asked_[size_ + k];
      image[i] = problem().original[i];
    }
    colour(image, asked_[k], exchanged == 1);
  }
  // If nearly all pixels are changed, there are too few unchanged ones; changed pixels get new colours
  // instead.
  for (std::size_t k = exchanged; k < wanted; ++k)
    colour(image, asked_[static_cast<std::size_t>(rng().index(static_cast<int>(size_)))], true);
  return image;
}

void SparseRsAttack::learn(const Pixels& /*queried*/, double /*loss*/, bool kept) {
  if (kept) pixels_ = asked_;
}

}  // namespace bora::attacks
