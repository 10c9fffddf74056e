#include "attacks/threat/norm_ball.h"

#include <cmath>
#include <vector>

#include "attacks/threat/changed_pixels.h"
#include "common/fraction.h"
#include "common/random.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

constexpr float kRounding = 1e-6F;     // tolerance of distances in continuous mode
constexpr double kLargestBound = 1e9;  // largest epsilon of l2, l0 and patch

void check_range(Norm norm, double epsilon) {
  if (norm == Norm::l0) {
    if (epsilon >= 1 && epsilon <= kLargestBound && epsilon == std::floor(epsilon)) return;
    throw SettingError("eps", "got {}, expected a whole number of pixels, at least 1, with norm l0", epsilon);
  }
  if (norm == Norm::patch) {
    if (epsilon >= 1 && epsilon <= kLargestBound && epsilon == std::floor(epsilon)) return;
    throw SettingError(
        "eps", "got {}, expected the side of a square, a whole number of pixels, at least 1, with norm patch",
        epsilon);
  }
  if (norm == Norm::l2) {
    if (epsilon > 0 && epsilon <= kLargestBound) return;
    throw SettingError("eps",
                       "got {}, expected a distance above 0{}, on images scaled to [0, 1], with norm l2",
                       epsilon, epsilon > kLargestBound ? " and at most 1e9" : "");
  }
  if (epsilon > 0 && epsilon <= 1) return;
  std::string hint;
  if (epsilon > 1 && epsilon <= 255) hint = fmt::format("; for {0} grey levels write {0}/255", epsilon);
  throw SettingError("eps", "got {}, expected a value in (0, 1], on images scaled to [0, 1]{}", epsilon,
                     hint);
}

void refuse_below_one_level(double epsilon) {
  throw SettingError("eps", "{} is below one grey level (1/255 = {:.5f}); a continuous bound may be below it",
                     epsilon, 1.0 / 255);
}

// Returns the sum of squared changes, in squared levels.
std::int64_t squared_levels(const float* original, const float* image, int d) {
  std::int64_t sum = 0;
  for (int i = 0; i < d; ++i) {
    const std::int64_t change = to_level(image[i]) - to_level(original[i]);
    sum += change * change;
  }
  return sum;
}

}  // namespace

std::string to_string(Norm norm) {
  constexpr const char* kNames[] = {"linf", "l2", "l0", "patch"};
  return kNames[static_cast<int>(norm)];
}

double default_epsilon(const ImageShape& shape, Norm norm) {
  const bool grey = shape.channels == 1;
  if (norm == Norm::l0) return 24;
  if (norm == Norm::patch) return (std::min(shape.height, shape.width) + 6) / 7;
  if (norm == Norm::l2) return grey ? 2 : 0.5;
  return grey ? 0.3 : 8.0 / 255;
}

NormBall::NormBall(Norm norm, double epsilon, bool continuous, const ImageShape& shape)
    : norm_(norm), epsilon_asked_(epsilon), epsilon_(epsilon), continuous_(continuous), shape_(shape) {
  check_range(norm, epsilon);
  if (continuous || is_sparse(norm)) return;
  if (norm == Norm::l2) {
    // The factor 1 + 1e-12 corrects rounding errors where 255 epsilon should be a whole number, as for 2/255.
    constexpr double kMost = 1e18;  // more than any image can reach
    squared_levels_ = static_cast<std::int64_t>(std::min(kMost, 255 * epsilon * 255 * epsilon * (1 + 1e-12)));
    if (squared_levels_ < 1) refuse_below_one_level(epsilon);
    return;
  }
  levels_ = static_cast<int>(std::floor(round_up_to_level(epsilon) * 255 + 1e-9));
  if (levels_ < 1) refuse_below_one_level(epsilon);
  epsilon_ = levels_ / 255.0;
}

void NormBall::project(const float* original, float* image, int d) const {
  if (norm_ == Norm::linf) return project_linf(original, image, d);
  if (norm_ == Norm::l2) return project_l2(original, image, d);
  if (norm_ == Norm::patch) return project_patch(original, image, d);
  project_l0(original, image, d);
}

void NormBall::project_linf(const float* original, float* image, int d) const {
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

void NormBall::project_l2(const float* original, float* image, int d) const {
  for (int i = 0; i < d; ++i) image[i] = std::clamp(image[i], 0.0F, 1.0F);
  const double length = l2_distance(original, image, d);
  if (length > epsilon_ + (continuous_ ? kRounding / 2 : 0)) {
    const double scale = epsilon_ / length;
    for (int i = 0; i < d; ++i)
      image[i] = static_cast<float>(original[i] + scale * (static_cast<double>(image[i]) - original[i]));
  }
  if (!continuous_) round_within_l2(original, image, d);
}

namespace {

// Sorts values by `key`, smallest first. Ties are ordered so that no part of the image is preferred.
template <typename Key>
void sort_evenly(std::vector<int>& values, const Key& key) {
  const auto rank = [](int i) { return mix_seed(0, static_cast<std::uint64_t>(i)); };
  std::ranges::sort(values, [&](int a, int b) {
    const float of_a = key(a), of_b = key(b);
    return of_a != of_b ? of_a < of_b : rank(a) < rank(b);
  });
}

// Moves values whose change was reduced by rounding one level away from the original, those reduced most
// first, while the sum of squared levels grows by at most `missing`. `before`: d values before rounding.
// `raised`: d values, by how much rounding enlarged each change.
void restore_length(const float* original, const float* before, const std::vector<float>& raised,
                    std::int64_t missing, float* image, int d) {
  std::vector<int> lost;
  for (int i = 0; i < d; ++i)
    if (raised[static_cast<std::size_t>(i)] < 0) lost.push_back(i);
  sort_evenly(lost, [&](int i) { return raised[static_cast<std::size_t>(i)]; });
  for (const int i : lost) {
    const int level = to_level(image[i]) + (before[i] > original[i] ? 1 : -1);
    const std::int64_t more = 2 * std::abs(to_level(image[i]) - to_level(original[i])) + 1;
    if (level < 0 || level > 255) continue;
    if (more > missing) return;
    image[i] = from_level(level);
    missing -= more;
  }
}

}  // namespace

void NormBall::round_within_l2(const float* original, float* image, int d) const {
  const double asked = l2_distance(original, image, d);
  const std::vector<float> before(image, image + d);
  std::vector<float> raised(static_cast<std::size_t>(d));  // by how much rounding enlarged each change
  for (int i = 0; i < d; ++i) {
    const float rounded = from_level(to_level(image[i]));
    raised[i] = std::abs(rounded - original[i]) - std::abs(image[i] - original[i]);
    image[i] = rounded;
  }
  std::int64_t sum = squared_levels(original, image, d);
  // Rounding may reduce many changes at once. In the extreme, if every change is below half a level, it would
  // remove them all.
  constexpr double kKept = 0.95;
  const auto wanted =
      std::min(squared_levels_, static_cast<std::int64_t>(std::llround(255 * asked * 255 * asked)));
  if (static_cast<double>(sum) < kKept * static_cast<double>(wanted))
    return restore_length(original, before.data(), raised, wanted - sum, image, d);
  if (sum <= squared_levels_) return;
  std::vector<int> order, others;
  for (int i = 0; i < d; ++i)
    if (image[i] != original[i]) (raised[i] > 0 ? order : others).push_back(i);
  sort_evenly(order, [&](int i) { return -raised[static_cast<std::size_t>(i)]; });
  // Once all enlarged changes are one level back, no change exceeds its size before rounding, so that the
  // image is inside up to float rounding. Only for that the other changes are appended.
  order.insert(order.end(), others.begin(), others.end());
  for (const int i : order) {
    const int centre = to_level(original[i]), level = to_level(image[i]);
    image[i] = from_level(level + (level > centre ? -1 : 1));
    sum -= 2 * std::abs(level - centre) - 1;
    if (sum <= squared_levels_) return;
  }
}

void NormBall::project_l0(const float* original, float* image, int d) const {
  project_to_box(image, d);
  const int excess = changed_pixels(original, image, shape_) - static_cast<int>(epsilon_);
  if (excess <= 0) return;
  const int pixels = shape_.height * shape_.width;
  std::vector<double> change(static_cast<std::size_t>(pixels));
  std::vector<int> order;
  for (int p = 0; p < pixels; ++p) {
    for (int i = p; i < d; i += pixels) change[p] += std::pow(static_cast<double>(image[i]) - original[i], 2);
    if (change[p] > 0) order.push_back(p);
  }
  std::ranges::stable_sort(order, [&](int a, int b) { return change[a] > change[b]; });
  for (std::size_t k = order.size() - static_cast<std::size_t>(excess); k < order.size(); ++k)
    for (int i = order[k]; i < d; i += pixels) image[i] = original[i];
}

void NormBall::project_patch(const float* original, float* image, int d) const {
  project_to_box(image, d);
  if (changed_region(original, image, shape_).side() <= epsilon_) return;
  const int side = static_cast<int>(epsilon_);
  keep_changes_in(square_of_largest_change(original, image, shape_, side), original, image, shape_);
}

void NormBall::project_to_box(float* image, int d) const {
  for (int i = 0; i < d; ++i)
    image[i] = continuous_ ? std::clamp(image[i], 0.0F, 1.0F) : from_level(to_level(image[i]));
}

bool NormBall::is_image(const float* image, int d) const {
  return std::all_of(image, image + d, [this](float value) {
    return value >= 0 && value <= 1 && (continuous_ || from_level(to_level(value)) == value);
  });
}

bool NormBall::contains(const float* original, const float* image, int d) const {
  if (!is_image(image, d)) return false;
  if (norm_ == Norm::l0) return changed_pixels(original, image, shape_) <= epsilon_;
  if (norm_ == Norm::patch) return changed_region(original, image, shape_).side() <= epsilon_;
  if (norm_ == Norm::l2)
    return continuous_ ? l2_distance(original, image, d) <= epsilon_ + kRounding
                       : squared_levels(original, image, d) <= squared_levels_;
  for (int i = 0; i < d; ++i) {
    if (continuous_) {
      if (std::abs(image[i] - original[i]) > static_cast<float>(epsilon_) + kRounding) return false;
    } else if (std::abs(to_level(image[i]) - to_level(original[i])) > levels_) {
      return false;
    }
  }
  return true;
}

double NormBall::distance(const float* original, const float* image, int d) const {
  if (norm_ == Norm::l0) return changed_pixels(original, image, shape_);
  if (norm_ == Norm::patch) return changed_region(original, image, shape_).side();
  if (norm_ == Norm::l2)
    return continuous_ ? l2_distance(original, image, d)
                       : std::sqrt(static_cast<double>(squared_levels(original, image, d))) / 255;
  double largest = 0;
  for (int i = 0; i < d; ++i) {
    const double difference = continuous_ ? std::abs(static_cast<double>(image[i]) - original[i])
                                          : std::abs(to_level(image[i]) - to_level(original[i])) / 255.0;
    largest = std::max(largest, difference);
  }
  return largest;
}

double NormBall::radius_below(double distance, double wanted) const {
  constexpr double kStep = 0.01;
  if (is_sparse(norm_)) return std::max(0.0, std::min(std::floor(wanted), std::ceil(distance) - 1));
  if (norm_ == Norm::l2 && !continuous_) {
    const double radius = std::min(wanted, (1 - kStep) * distance);
    return 255 * radius < 1 ? 0 : radius;
  }
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
