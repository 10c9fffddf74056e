#include "attacks/record/run_warnings.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "common/text.h"

namespace bora::attacks {
namespace {

// Returns the mean plus three standard deviations of the number of empty cells after n balls fell into C
// cells at random.
double most_missing_by_chance(double C, double n) {
  const double mean = C * std::pow(1 - 1 / C, n);
  const double variance = C * (C - 1) * std::pow(1 - 2 / C, n) + mean - mean * mean;
  return mean + 3 * std::sqrt(std::max(variance, 0.0));
}

}  // namespace

std::string describe_missing_classes(const RunRecord& run) {
  std::set<int> met;
  int attacked = 0;
  for (const InputRow& input : run.inputs) {
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
  return fmt::format("the {} lack{} {} of the {} classes: {}{}", count_of(attacked, "attacked input"),
                     attacked == 1 ? "s" : "", missing, run.classes, join(shown),
                     missing > static_cast<int>(kShown) ? ", ..." : "");
}

std::string describe_ties(const RunRecord& run) {
  if (run.tied_answers == 0) return "";
  std::int64_t answers = 0;
  for (const InstanceRecord& instance : run.instances) answers += instance.queries;
  return fmt::format(
      "the largest scores are equal in {} of {} answers to the attacks; a tie does not count as a success{}",
      run.tied_answers, std::max(answers, run.tied_answers),
      run.tied_goals == 0
          ? ""
          : fmt::format(", although {} of them reach the goal by the order of the classes alone",
                        run.tied_goals));
}

std::vector<std::string> warnings_of(const RunRecord& run) {
  std::vector<std::string> warnings = run.warnings;
  if (run.shard && run.shard->count > 1)
    warnings.insert(
        warnings.begin(),
        fmt::format(
            "this is shard {0} of {1}: its figures are of its share of the inputs alone; bo-report merge makes one run of the folders of all {1}",
            run.shard->number, run.shard->count));
  for (std::string more : {describe_missing_classes(run), describe_ties(run)})
    if (!more.empty()) warnings.push_back(std::move(more));
  return warnings;
}

}  // namespace bora::attacks
