#include "attacks/runner/clean_answers.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "common/sign_test.h"
#include "common/text.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

// Alternative numbering of the classes: each label is mapped to the class that the victim predicts most often
// for it.
struct Numbering {
  std::string text;    // such as "with label 0 as 1, 1 as 0 it would be right on 199"; "": none is plausible
  bool clear = false;  // true if it is significantly better
  int right = 0;       // number of answers that would be right
};

// Returns whether a numbering is significantly better: at least 5% more of the inputs are right, and
// McNemar's test (sign_test()) gives p <= 0.1%.
bool clearly_better(int gained, int lost, std::size_t answers) {
  constexpr double kLevel = 1e-3, kMore = 0.05;
  return gained - lost >= kMore * static_cast<double>(answers) && sign_test(gained, lost) <= kLevel;
}

// Returns the most plausible alternative numbering. There is none if two labels would become one, or if fewer
// than half of the answers would be right (not counting one answer for each label, which is right by
// construction). It is clear if at least two labels change, the majority of the inputs of each changed label
// get its new class, and it is clearly_better().
Numbering likeliest_classes(const std::vector<CleanAnswer>& answers) {
  std::map<int, std::map<int, int>> counts;
  for (const CleanAnswer& answer : answers) ++counts[answer.label][answer.predicted];
  std::set<int> taken;
  std::vector<std::string> changed;
  std::size_t right = 0;
  int gained = 0, lost = 0;
  bool majorities = true;
  for (const auto& [label, named] : counts) {
    const auto most = std::ranges::max_element(named, {}, [](const auto& count) { return count.second; });
    if (!taken.insert(most->first).second) return {};
    right += static_cast<std::size_t>(most->second);
    if (most->first == label) continue;
    changed.push_back(fmt::format("{} as {}", label, most->first));
    gained += most->second;
    if (const auto own = named.find(label); own != named.end()) lost += own->second;
    int all = 0;
    for (const auto& [predicted, count] : named) all += count;
    majorities = majorities && 2 * most->second > all;
  }
  if (counts.size() < 2 || changed.empty() || 2 * (right - counts.size()) < answers.size()) return {};
  const bool clear = changed.size() > 1 && majorities && clearly_better(gained, lost, answers.size());
  constexpr std::size_t kShown = 5;
  const bool more = changed.size() > kShown;
  if (more) changed.resize(kShown);
  return {fmt::format("with label {}{} it would be right on {}", join(changed), more ? ", ..." : "", right),
          clear, static_cast<int>(right)};
}

// Returns the numbering in which every label is one more or one less, as if the model or the data began with
// 1 or with a class for the background. There is none if fewer than half of the answers would be right.
// Unlike other numberings it is not fitted to the answers, so that few inputs of each label suffice.
Numbering shifted(const std::vector<CleanAnswer>& answers) {
  Numbering best;
  for (const int shift : {1, -1}) {
    int gained = 0, lost = 0, right = 0;
    std::set<int> labels;
    for (const CleanAnswer& answer : answers) {
      labels.insert(answer.label);
      const bool now = answer.predicted == answer.label, then = answer.predicted == answer.label + shift;
      right += then ? 1 : 0;
      gained += then && !now ? 1 : 0;
      lost += now && !then ? 1 : 0;
    }
    if (labels.size() < 2 || 2 * static_cast<std::size_t>(right) < answers.size() || right <= best.right)
      continue;
    best = {fmt::format("with every label {} 1 it would be right on {}", shift > 0 ? "plus" : "minus", right),
            clearly_better(gained, lost, answers.size()), right};
  }
  return best;
}

// Returns the more plausible of shifted() and likeliest_classes(). The former is preferred unless the latter,
// which is fitted to the answers, is right on clearly more.
Numbering other_numbering(const std::vector<CleanAnswer>& answers) {
  constexpr double kNearly = 0.9;
  const Numbering fitted = likeliest_classes(answers), shift = shifted(answers);
  return shift.right > 0 && shift.right >= kNearly * fitted.right ? shift : fitted;
}

// Returns whether a victim is right on no more inputs than a constant prediction of the most frequent label.
// If that label has a majority, the victim must also be significantly worse, because a good classifier may
// then be slightly worse by chance. Meant for few inputs; false for fewer than 20.
bool no_better_on_few(int right, int total, int commonest) {
  constexpr int kFewest = 20;
  if (total < kFewest || commonest == total || right > commonest) return false;
  return 2 * commonest <= total || worse_than_guessing(right, total, static_cast<double>(commonest) / total);
}

// Returns Plan::doubt. The warning is needed because a network also accepts wrong inputs, such as a wrong
// value range or order of channels.
std::string doubt(const PlanSource& source, const Plan& plan, const Numbering& other) {
  const int right = plan.clean_correct, total = plan.clean_inputs, commonest = plan.clean_commonest;
  const bool guesses = no_better_than_guessing(right, total, commonest, source.classes());
  if (!guesses && (other.clear || !no_better_on_few(right, total, commonest))) return "";
  const double chance = chance_level(total, commonest, source.classes());
  const std::string bar =
      worse_than_guessing(right, total, chance)
          ? fmt::format("fewer than guessing at random would be ({:.1f}%)", 100 * chance)
          : fmt::format("{} more than always naming the commonest class would be ({:.1f}%)",
                        right > commonest ? "not significantly" : "no", 100.0 * commonest / total);
  return fmt::format(
      "the model is right on {} of {} ({:.1f}%), {}, so that attacks on it mean nothing: check {}, "
      "and that the data number the classes as the model does{}",
      right, count_of(total, std::string("clean ") + source.noun()), 100.0 * right / total, bar,
      source.suspects(), other.text.empty() ? "" : ": " + other.text);
}

// Returns Plan::misnumbered.
std::string misnumbered(const PlanSource& source, const Plan& plan, const Numbering& other) {
  if (!other.clear || !plan.doubt.empty()) return "";
  return fmt::format(
      "the data seem to number some classes otherwise than the model, which is right on {} of {} "
      "({:.1f}%): {}{}",
      plan.clean_correct, count_of(plan.clean_inputs, std::string("clean ") + source.noun()),
      100.0 * plan.clean_correct / plan.clean_inputs, other.text,
      source.renumbering().empty() ? "" : fmt::format("; {} states it", source.renumbering()));
}

}  // namespace

std::string describe_negated(const std::vector<CleanAnswer>& answers, int classes) {
  int lowest = 0, gained = 0, lost = 0;
  for (const CleanAnswer& answer : answers) {
    const bool by_lowest = answer.lowest == answer.label, by_highest = answer.predicted == answer.label;
    lowest += by_lowest ? 1 : 0;
    gained += by_lowest && !by_highest ? 1 : 0;
    lost += by_highest && !by_lowest ? 1 : 0;
  }
  if (classes <= 2 || 2 * static_cast<std::size_t>(lowest) <= answers.size() ||
      !clearly_better(gained, lost, answers.size()))
    return "";
  return fmt::format(
      "but its lowest score is the right one on {}: if the scores are distances, energies or negative "
      "log-probabilities, return minus the scores",
      lowest);
}

void judge_answers(Plan& plan, const PlanSource& source, const std::vector<CleanAnswer>& answers) {
  std::vector<int> labels;
  for (const CleanAnswer& answer : answers) labels.push_back(answer.label);
  plan.clean_commonest = count_of_commonest(labels);
  const Numbering other = other_numbering(answers);
  if (const std::string negated = describe_negated(answers, source.classes()); !negated.empty()) {
    plan.doubt = fmt::format("the model is right on {} of {}, {}", plan.clean_correct,
                             count_of(plan.clean_inputs, std::string("clean ") + source.noun()), negated);
    return;
  }
  plan.doubt = doubt(source, plan, other);
  plan.misnumbered = misnumbered(source, plan, other);
}

std::string none_right(const Plan& plan, const PlanSource& source) {
  const auto count = plan.inputs.size();
  const std::string hint =
      fmt::format("; check {}, and that the data number the classes as the model does", source.suspects());
  return fmt::format(
      "the model classifies none of the {} correctly, so its robust accuracy on them is 0 of {} without any attack{}",
      count_of(count, source.noun()), count,
      plan.doubt.empty() ? hint : "");  // Plan::doubt contains the same hint
}

}  // namespace bora::attacks
