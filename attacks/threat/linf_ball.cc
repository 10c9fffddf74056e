#include "attacks/threat/linf_ball.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/fraction.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

constexpr float kRounding = 1e-6F;

void check_range(double epsilon) {
  if (epsilon > 0 && epsilon <= 1) return;
  std::string hint;
  if (epsilon > 1 && epsilon <= 255) hint = fmt::format("; for {0} grey levels write {0}/255", epsilon);
  throw SettingError("eps", "got {}, expected a value in (0, 1], on images scaled to [0, 1]{}", epsilon,
                     hint);
}

}  // namespace

double default_epsilon(const ImageShape& shape) {
  return shape.channels == 1 ? 0.3 : 8.0 / 255;
}

LinfBall::LinfBall(double epsilon, bool continuous)
    : epsilon_asked_(epsilon), epsilon_(epsilon), continuous_(continuous) {
  check_range(epsilon);
  if (continuous) return;
  levels_ = static_cast<int>(std::floor(meant_fraction(epsilon) * 255 + 1e-9));
  if (levels_ < 1)
    throw SettingError("eps",
                       "{} is below one grey level (1/255 = {:.5f}); a continuous bound may be below it",
                       epsilon, 1.0 / 255);
  epsilon_ = levels_ / 255.0;
}

int to_level(float value) {
  return static_cast<int>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
}

float from_level(int level) {
  return static_cast<float>(level) / 255.0F;
}

void LinfBall::project(const float* original, float* image, int d) const {
  if (continuous_) {
    const auto bound = static_cast<float>(epsilon_);
    for (int i = 0; i < d; ++i)
      image[i] = std::clamp(std::clamp(image[i], original[i] - bound, original[i] + bound), 0.0F, 1.0F);
    return;
  }
  for (int i = 0; i < d; ++i) {
    const int centre = to_level(original[i]);
    const int level = std::clamp(to_level(image[i]), centre - levels_, centre + levels_);
    image[i] = from_level(std::clamp(level, 0, 255));
  }
}

void LinfBall::project_to_box(float* image, int d) const {
  for (int i = 0; i < d; ++i)
    image[i] = continuous_ ? std::clamp(image[i], 0.0F, 1.0F) : from_level(to_level(image[i]));
}

bool LinfBall::is_image(const float* image, int d) const {
  return std::all_of(image, image + d, [this](float value) {
    return value >= 0 && value <= 1 && (continuous_ || from_level(to_level(value)) == value);
  });
}

bool LinfBall::contains(const float* original, const float* image, int d) const {
  for (int i = 0; i < d; ++i) {
    if (!(image[i] >= 0 && image[i] <= 1)) return false;
    if (continuous_) {
      if (std::abs(image[i] - original[i]) > static_cast<float>(epsilon_) + kRounding) return false;
    } else {
      const int level = to_level(image[i]);
      if (from_level(level) != image[i] || std::abs(level - to_level(original[i])) > levels_) return false;
    }
  }
  return true;
}

double LinfBall::distance(const float* original, const float* image, int d) const {
  double largest = 0;
  for (int i = 0; i < d; ++i) {
    const double difference = continuous_ ? std::abs(static_cast<double>(image[i]) - original[i])
                                          : std::abs(to_level(image[i]) - to_level(original[i])) / 255.0;
    largest = std::max(largest, difference);
  }
  return largest;
}

double LinfBall::radius_below(double distance, double wanted) const {
  constexpr double kStep = 0.01;
  if (continuous_) return std::min(wanted, (1 - kStep) * distance);
  const double levels = std::min(std::floor(255 * wanted + 1e-6), std::ceil(255 * distance - 1e-6) - 1);
  return std::max(0.0, levels) / 255;
}

double l2_distance(const float* a, const float* b, int d) {
  double sum = 0;
  for (int i = 0; i < d; ++i) {
    const double difference = static_cast<double>(a[i]) - b[i];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

}  // namespace bora::attacks
