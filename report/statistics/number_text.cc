#include "report/statistics/number_text.h"

#include <cmath>

#include <fmt/format.h>

namespace bora::report {

std::string percent_number(std::optional<double> share) {
  if (!share) return kUnknown;
  // 0.0 and 100.0 stand for none and all; a share as near to them as a rounding error is one of them.
  constexpr double kHalf = 0.0005, kSame = 1e-9;
  if (*share > kSame && *share < kHalf) return "< 0.1";
  if (*share < 1 - kSame && *share >= 1 - kHalf) return "> 99.9";
  return fmt::format("{:.1f}", 100 * *share);
}

std::string percent(std::optional<double> share) {
  return share ? percent_number(share) + "%" : kUnknown;
}

std::string percent_interval(const std::optional<Interval>& interval) {
  return interval ? fmt::format("[{:.1f}, {:.1f}]", 100 * interval->low, 100 * interval->high) : "";
}

std::string percent_with(std::optional<double> share, const std::optional<Interval>& interval) {
  return share && interval ? percent(share) + " " + percent_interval(interval) : percent(share);
}

std::string percent_number_with(std::optional<double> share, const std::optional<Interval>& interval) {
  return share && interval ? percent_number(share) + " " + percent_interval(interval) : percent_number(share);
}

std::string difference(const PairedDifference& difference) {
  if (!difference.difference) return kUnknown;
  const auto points = [](double share) {
    const double rounded = std::round(1000 * share) / 10;
    return rounded == 0 ? std::string("0.0") : fmt::format("{:+.1f}", rounded);  // no sign of zero
  };
  std::string text = points(*difference.difference);
  if (difference.interval)
    text += fmt::format(" [{}, {}]", points(difference.interval->low), points(difference.interval->high));
  return text;
}

std::string p_text(std::optional<double> p) {
  if (!p) return kUnknown;
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string median_ratio_text(const MedianRatio& medians) {
  if (!medians.ratio) return kUnknown;
  std::string text = fmt::format("{:.2f}", *medians.ratio);
  if (!medians.low) return text;
  return text + fmt::format(" [{:.2f}, {}]", *medians.low,
                            medians.high ? fmt::format("{:.2f}", *medians.high) : "no bound");
}

std::string reached(std::optional<int> queries, bool beyond) {
  if (queries) return grouped(*queries);
  return beyond ? kNotReached : kUnknown;
}

std::string duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string short_number(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace bora::report
