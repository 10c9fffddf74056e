#include "attacks/ledger/missing_classes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "common/text.h"

namespace bora {
namespace {

// Number of empty cells after n balls fell into C cells: its mean and three standard deviations.
double most_missing_by_chance(double C, double n) {
  const double mean = C * std::pow(1 - 1 / C, n);
  const double variance = C * (C - 1) * std::pow(1 - 2 / C, n) + mean - mean * mean;
  return mean + 3 * std::sqrt(std::max(variance, 0.0));
}

}  // namespace

std::string describe_missing_classes(const RunRecord& run) {
  std::set<int> met;
  int attacked = 0;
  for (const InputRecord& input : run.inputs) {
    if (!input.attacked || input.label < 0) continue;
    met.insert(input.label);
    ++attacked;
  }
  const int missing = run.classes - static_cast<int>(met.size());
  constexpr int kFewest = 5;
  if (run.classes < 2 || attacked < kFewest || !(missing > most_missing_by_chance(run.classes, attacked)))
    return "";
  constexpr std::size_t kShown = 5;
  std::vector<std::string> shown;
  for (int label = 0; label < run.classes && shown.size() < kShown; ++label)
    if (!met.contains(label)) shown.push_back(run.class_name(label));
  return fmt::format("none of the {} attacked inputs is of {} of the {} classes: {}{}", attacked, missing,
                     run.classes, join(shown), missing > static_cast<int>(kShown) ? ", ..." : "");
}

}  // namespace bora
