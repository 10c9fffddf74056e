#include "models/victims/score_meaning.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "common/error.h"

namespace bora::models {

namespace {

// Returns the distance from |score| to the next larger float. It exceeds 1e-5 for floats above 128: each of
// these is the nearest float to a number of five decimals, and thus looks rounded.
double spacing_at(float score) {
  const float size = std::abs(score);
  return static_cast<double>(std::nextafter(size, std::numeric_limits<float>::infinity())) - size;
}

}  // namespace

int rounded_digits(const Batch& scores) {
  constexpr int kEnough = 8;
  constexpr double kLogOfChance = -10;
  if (scores.size() < kEnough) return -1;
  double scale = 1;
  for (int digits = 0; digits <= 5; ++digits, scale *= 10) {
    bool all = true;
    double log_of_chance = 0;  // logarithm of the probability that exact scores look like this
    for (Eigen::Index i = 0; all && i < scores.size(); ++i) {
      const float score = scores.data()[i];
      // Tests whether the score is the float nearest to a number with this many decimals.
      all = static_cast<float>(std::round(score * scale) / scale) == score;
      if (score != 0 && std::isfinite(score))
        log_of_chance += std::min(0.0, std::log(spacing_at(score) * scale));
    }
    if (all && (log_of_chance < kLogOfChance || (scores.array() == 0).all())) return digits;
  }
  return -1;
}

namespace {

bool multiples_of(double unit, const Batch& scores) {
  const auto is_multiple = [&](float score) {
    return score == kHidden || static_cast<float>(std::round(score / unit) * unit) == score;
  };
  return std::all_of(scores.data(), scores.data() + scores.size(), is_multiple);
}

// Returns the largest difference from 1 that the sum of a row may have because of rounding or truncation.
// Finds scores rounded to decimals, to the levels of 8-bit networks, or to bfloat16.
float rounding_of_sums(const Batch& scores) {
  constexpr float kExact = 1e-3F, kBfloat16 = 0x1p-7F;
  const auto columns = static_cast<float>(scores.cols());
  if (const int digits = rounded_digits(scores); digits > 0)
    return std::max(kExact, std::pow(10.0F, -static_cast<float>(digits)) * columns);
  constexpr int kEnough = 8;
  if (scores.size() < kEnough) return kExact;
  for (const int levels : {255, 256, 127, 128})
    if (multiples_of(1.0 / levels, scores)) return std::max(kExact, columns / static_cast<float>(levels));
  const auto in_bfloat16 = [](float score) { return (std::bit_cast<std::uint32_t>(score) & 0xffff) == 0; };
  return std::all_of(scores.data(), scores.data() + scores.size(), in_bfloat16) ? kBfloat16 : kExact;
}

// Returns whether each row sums to 100, within the error of rounding scores to multiples of `unit`. Rounding
// may add half a unit to each score that is not 0. Truncation may take a unit from each score; the sum may
// lose at most a tenth by it.
bool sum_to_100(const Batch& scores, float unit) {
  constexpr float kExact = 0.1F, kMostMissing = kPercent / 10;
  for (const auto row : scores.rowwise()) {
    const float least = std::max(kExact, std::min(unit * static_cast<float>(row.size()), kMostMissing));
    const float most = std::max(kExact, unit / 2 * static_cast<float>((row.array() > 0).count()));
    if (row.sum() > kPercent + most || row.sum() < kPercent - least) return false;
  }
  return true;
}

bool are_logarithms(const Batch& scores) {
  constexpr float kTolerance = 1e-3F;
  return scores.maxCoeff() <= 0 && (scores.array().exp().rowwise().sum() - 1).abs().maxCoeff() < kTolerance;
}

}  // namespace

ScoreMeaning meaning_of_column(const Batch& column, std::optional<ScoreKind> stated,
                               const std::string& name) {
  const float least = column.minCoeff(), most = column.maxCoeff();
  // Stated probabilities may exceed 1 by the rounding that meaning_of() allows.
  const bool share = least >= 0 && most <= (stated == ScoreKind::probabilities ? 1.001F : 1);
  const int digits = rounded_digits(column);
  if (stated != ScoreKind::probabilities || share)
    return {stated.value_or(share ? ScoreKind::probabilities : ScoreKind::logits), false, digits};
  if (least < 0 || most > kPercent)
    throw InputError(
        "{}: probabilities were stated, but it gives {}: expected 0 to 1, or 0 to 100 in percent", name,
        most > kPercent ? most : least);
  return {ScoreKind::probabilities, true, digits < 0 ? -1 : digits + 2};
}

ScoreMeaning meaning_of(const Batch& scores, std::optional<ScoreKind> stated, const std::string& name) {
  const bool whole_numbers = (scores.array() == scores.array().round()).all();
  const int digits = rounded_digits(scores), decimals = whole_numbers ? 0 : digits;
  const float unit = decimals < 0 ? 0 : std::pow(10.0F, -static_cast<float>(decimals));
  // Hidden scores account for an unknown part of the sum of 1.
  const bool some_hidden = (scores.array() == kHidden).any();
  const float largest = scores.maxCoeff();
  const bool positive = (scores.array() >= 0 || scores.array() == kHidden).all();
  const bool shares = positive && largest <= 1.001F;
  // The whole-numbered logits of a single input may sum to 100 by chance.
  const bool distinguishable = scores.rows() > 1 || !whole_numbers;
  const bool percent = positive && largest <= 1.001F * kPercent &&
                       (stated == ScoreKind::probabilities ? largest > 1.001F
                                                           : !stated && !some_hidden && distinguishable &&
                                                                 largest > 1 && sum_to_100(scores, unit));
  if (percent) return {ScoreKind::probabilities, true, decimals < 0 ? -1 : decimals + 2};
  // The stated kind decides, unless it is impossible.
  if (stated == ScoreKind::probabilities && !shares)
    throw InputError(
        "{}: probabilities were stated, but it gives {}: expected 0 to 1, or 0 to 100 in percent; {}", name,
        largest > 1 ? largest : scores.array().max(-1e30F).minCoeff(),
        !some_hidden && are_logarithms(scores)
            ? "these are logarithms of probabilities, which scores=logits accepts"
            : "scores=logits accepts any numbers");
  const float tolerance = rounding_of_sums(scores);
  const Eigen::ArrayXf sums = (scores.array() == kHidden).select(0, scores).rowwise().sum();
  const bool probabilities =
      shares && sums.maxCoeff() <= 1 + tolerance && (some_hidden || sums.minCoeff() >= 1 - tolerance);
  return {stated.value_or(probabilities ? ScoreKind::probabilities : ScoreKind::logits), false, digits};
}

}  // namespace bora::models
