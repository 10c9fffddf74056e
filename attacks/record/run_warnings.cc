#include "attacks/record/run_warnings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
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

std::string describe_unseen_class(const RunRecord& run) {
  if (run.targeted) return "";
  constexpr int kFewest = 5, kMostUnseen = 2;
  constexpr double kLevel = 0.01;
  std::set<int> seen;
  int looked_at = 0;
  for (const InputRow& input : run.inputs) {
    if (input.label < 0) continue;
    seen.insert(input.label);
    ++looked_at;
  }
  if (looked_at < kFewest) return "";
  // A sample of the data may lack a class by chance, but rarely the first or last one alone. Data of a few
  // classes, such as the beginning of sorted data, say nothing of the others.
  const bool all_likely = std::pow(1 - 1.0 / run.classes, looked_at) < kLevel &&
                          static_cast<int>(seen.size()) + kMostUnseen >= run.classes;
  const auto is_unseen = [&](int label) {
    return !seen.contains(label) && (all_likely || (label == 0 && *seen.begin() == 1) ||
                                     (label == run.classes - 1 && *seen.rbegin() == label - 1));
  };
  std::map<std::string, int> successes;
  std::map<std::pair<std::string, int>, int> ends;
  for (const InstanceRecord& instance : run.instances) {
    if (!instance.adversarial) continue;
    ++successes[instance.attack];
    if (is_unseen(instance.adversarial->predicted))
      ++ends[{instance.attack, instance.adversarial->predicted}];
  }
  const auto most = std::ranges::max_element(ends, {}, [](const auto& count) { return count.second; });
  if (most == ends.end()) return "";
  const auto& [attack, label] = most->first;
  const int of = successes.at(attack);
  if (of < kFewest || 2 * most->second <= of) return "";
  const std::string noun = run.on_graphs() ? "graph" : "image";
  return fmt::format(
      "{} of {} successes of {} end in class {}, which none of the {} labelled {}s has: if the class means "
      "'rejected' or 'background', these inputs were not misclassified; report the share of rejected inputs separately "
      "(column predicted of results.csv)",
      most->second, of, attack, run.class_name(label), looked_at, noun);
}

std::string describe_ties(const RunRecord& run) {
  if (run.tied_answers == 0) return "";
  std::int64_t answers = 0;
  for (const InstanceRecord& instance : run.instances) answers += instance.queries;
  return fmt::format(
      "the largest scores are equal in {} of {} answers to the attacks; a tie does not count as a success{}{}",
      run.tied_answers, std::max(answers, run.tied_answers),
      run.tied_goals == 0
          ? ""
          : fmt::format(", although {} of them reach the goal by the order of the classes alone",
                        run.tied_goals),
      2 * run.tied_answers <= answers
          ? ""
          : "; a model with mostly tied answers may have stopped answering, e.g. because a quota is used up");
}

std::vector<std::string> warnings_of(const RunRecord& run) {
  std::vector<std::string> warnings = run.warnings;
  if (run.shard && run.shard->count > 1)
    warnings.insert(
        warnings.begin(),
        fmt::format(
            "this is shard {0} of {1}: its figures are of its share of the inputs alone; bo-report merge makes one run of the folders of all {1}",
            run.shard->number, run.shard->count));
  for (std::string more : {describe_missing_classes(run), describe_unseen_class(run), describe_ties(run)})
    if (!more.empty()) warnings.push_back(std::move(more));
  return warnings;
}

}  // namespace bora::attacks
