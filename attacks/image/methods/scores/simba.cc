#include "attacks/image/methods/scores/simba.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "attacks/settings/image_shapes.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

/// Returns the first `count` rows of the orthonormal DCT-II of n points: count x n, row k is the cosine of
/// frequency k.
Eigen::MatrixXf cosines(int count, int n) {
  Eigen::MatrixXf rows(count, n);
  for (int k = 0; k < count; ++k)
    for (int x = 0; x < n; ++x)
      rows(k, x) = static_cast<float>(std::sqrt((k == 0 ? 1.0 : 2.0) / n) *
                                      std::cos(std::numbers::pi * k * (x + 0.5) / n));
  return rows;
}

/// Returns the number of frequencies, at least 1, that are a share of n.
int used(double share, int n) {
  return std::clamp(static_cast<int>(std::lround(share * n)), 1, n);
}

}  // namespace

void SimbaOptions::read(AttackSettings& settings, const ImageShape& shape) {
  read_with(settings, is_large(shape) ? 0.125 : frequencies, 1);
}

void SimbaL2Options::read(AttackSettings& settings, const ImageShape& shape) {
  constexpr double kOfLarge = 0.125;
  if (is_large(shape)) return read_with(settings, kOfLarge, kOfLarge);
  read_with(settings, shape.channels == 1 ? frequencies : 1, 1);
}

void SimbaOptions::read_with(AttackSettings& settings, double tuned, double published) {
  frequencies = tuned;
  if (settings.read_as_paper(fmt::format("step=0.2:frequencies={}", published))) {
    step = 0.2;
    frequencies = published;
  }
  settings.read_word("basis", basis, {{"dct", Basis::dct}, {"pixel", Basis::pixel}},
                     "directions: cosines over a channel, or single pixels");
  settings.read(
      "step", step, 0, 100,
      "length of a step along a direction of length 1; 0: `share` sets it; on the 8-bit grid a step "
      "changes some value by 1 grey level or more");
  settings.read("share", share, 1e-4, 10,
                "length of a step as a share of eps sqrt(values of an image), in L2 of eps, if `step` is 0");
  settings.read_word("order", low_frequencies_first, {{"random", false}, {"low-frequency", true}},
                     "order of the directions; low-frequency: dct only");
  if (basis == Basis::pixel) frequencies = 1;
  settings.read("frequencies", frequencies, 1e-3, 1,
                "dct: share of the frequencies along each axis, lowest first");
  if (basis == Basis::pixel && (low_frequencies_first || frequencies < 1))
    throw SettingError("attack simba",
                       "order=low-frequency and frequencies below 1 need basis=dct, got basis=pixel");
  start.read(settings);
}

SimbaBasis::SimbaBasis(const ImageShape& shape, const SimbaOptions& options)
    : shape_(shape), options_(options), rows_(shape.height), columns_(shape.width) {
  if (options.basis == SimbaOptions::Basis::pixel) return;
  rows_ = used(options.frequencies, shape.height);
  columns_ = used(options.frequencies, shape.width);
  row_cosines_ = cosines(rows_, shape.height);
  column_cosines_ = cosines(columns_, shape.width);
}

Eigen::RowVectorXf SimbaBasis::direction(int index) const {
  Eigen::RowVectorXf direction = Eigen::RowVectorXf::Zero(shape_.size());
  if (options_.basis == SimbaOptions::Basis::pixel) {
    direction[index] = 1;
    return direction;
  }
  const int channel = index / (rows_ * columns_);
  const int row = index / columns_ % rows_;
  const int column = index % columns_;
  const int pixels = shape_.height * shape_.width;
  Eigen::Map<Batch>(direction.data() + channel * pixels, shape_.height, shape_.width) =
      row_cosines_.row(row).transpose() * column_cosines_.row(column);
  return direction;
}

std::vector<int> SimbaBasis::order(Rng& rng) const {
  std::vector<int> order = rng.permutation(size());
  if (options_.low_frequencies_first) {
    const auto frequency = [&](int index) {
      return std::max(index / columns_ % rows_ * shape_.width, index % columns_ * shape_.height);
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return frequency(a) < frequency(b); });
  }
  return order;
}

SimbaAttack::SimbaAttack(AttackProblem problem, SimbaOptions options)
    : ScriptedAttack(std::move(problem)), options_(options), basis_(this->problem().shape, options) {}

Eigen::RowVectorXf SimbaAttack::image_of(const Eigen::RowVectorXf& perturbation) const {
  Eigen::RowVectorXf image = problem().original + perturbation;
  problem().ball.project(problem().original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

Eigen::RowVectorXf SimbaAttack::step_along(int index) const {
  const double diagonal = problem().ball.norm() == Norm::l2 ? 1 : std::sqrt(problem().shape.size());
  double length = options_.step > 0 ? options_.step : options_.share * problem().ball.epsilon() * diagonal;
  const Eigen::RowVectorXf direction = basis_.direction(index);
  constexpr double kLevel = 1.0 / 255;
  if (!problem().ball.continuous()) length = std::max(length, kLevel / direction.cwiseAbs().maxCoeff());
  return static_cast<float>(length) * direction;
}

Script<> SimbaAttack::script() {
  const bool has_start = problem().start.size() > 0;
  Eigen::RowVectorXf image = has_start ? problem().start : options_.start.image(problem());
  Eigen::RowVectorXf perturbation = image - problem().original;
  image = image_of(perturbation);
  const Reply first = co_await start_reply(image, !has_start && !options_.start.from_prior);
  // Cross-entropy, the logarithm, orders images like the probability but does not underflow.
  double best = loss_value(Loss::cross_entropy, problem().goal, first.seen.log_p);

  while (!stuck_) {
    stuck_ = true;
    const std::vector<int> order = basis_.order(rng_);
    for (const int index : order) {
      const Eigen::RowVectorXf step = step_along(index);
      for (float sign = 1; sign >= -1; sign -= 2) {
        const Eigen::RowVectorXf trial = perturbation + sign * step;
        const Eigen::RowVectorXf trial_image = image_of(trial);
        if (trial_image == image) continue;
        stuck_ = false;
        const Reply reply = co_await query(trial_image);
        const double loss = loss_value(Loss::cross_entropy, problem().goal, reply.seen.log_p);
        if (loss > best) {
          best = loss;
          perturbation = trial;
          image = trial_image;
          break;
        }
      }
    }
  }
}

}  // namespace bora::attacks
