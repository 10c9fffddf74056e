#include "tools/attack/session/doubtful_scores.h"

#include <algorithm>
#include <numbers>
#include <optional>

#include <fmt/format.h>

namespace bora::tools {

namespace {

constexpr double kTolerance = 1e-3;  // tolerance of sums of probabilities

// Range of the sum of an input's scores over several inputs.
struct Sums {
  double least = 0, most = 0;
  int count = 0;  // number of inputs
  bool all_one() const { return least >= 1 - kTolerance && most <= 1 + kTolerance; }
};

// Returns the sums of scores that are taken as logits although all of them lie in [0, 1]; nullopt for other
// scores, if the victim gave scores below 0 when it was loaded, and with fewer than two inputs that have
// scores.
std::optional<Sums> sums_of_shares(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  if (scores.kind != ScoreKind::logits || scores.negative || !scores.complete) return std::nullopt;
  Sums sums;
  for (const InputRow& input : inputs) {
    if (input.scores.empty()) continue;
    double sum = 0;
    for (const float score : input.scores) {
      if (!(score >= 0 && score <= 1)) return std::nullopt;
      sum += score;
    }
    sums.least = sums.count == 0 ? sum : std::min(sums.least, sum);
    sums.most = std::max(sums.most, sum);
    ++sums.count;
  }
  if (sums.count < 2) return std::nullopt;
  return sums;
}

}  // namespace

std::string describe_shares(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  const auto sums = sums_of_shares(scores, inputs);
  if (!sums || sums->most == 0 || sums->all_one()) return "";
  return fmt::format(
      "all scores of {} clean {}s lie between 0 and 1, but sum to {:.3g} to {:.3g}, not to 1: they are taken as "
      "logits; if they are probabilities, state it (--scores probabilities)",
      sums->count, scores.noun, sums->least, sums->most);
}

std::string describe_stated_logits(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  const auto sums = sums_of_shares(scores, inputs);
  if (!sums || !sums->all_one()) return "";
  if (!describe_hard_scores(inputs, scores.noun).empty()) return "";
  return fmt::format(
      "the scores of each of {} clean {}s lie between 0 and 1 and sum to 1, as probabilities do, but are taken as "
      "logits: attacks that compute probabilities from them see almost no difference; --scores probabilities "
      "corrects this",
      sums->count, scores.noun);
}

std::string describe_hard_scores(const std::vector<InputRow>& inputs, const std::string& noun) {
  int count = 0;
  for (const InputRow& input : inputs) {
    if (input.scores.empty()) continue;
    if (!std::ranges::all_of(input.scores, [](float score) { return score == 0 || score == 1; })) return "";
    ++count;
  }
  if (count < 2) return "";
  return fmt::format(
      "all scores of {} clean {}s are exactly 0 or 1, as those of a model that gives its class alone: attacks that "
      "compare scores learn nothing from them; if the model has other scores, let it give these, else state that "
      "attacks see the class (--visible label)",
      count, noun);
}

std::string describe_percentages(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  constexpr float kPercent = 100;
  if (scores.kind != ScoreKind::logits || scores.classes != 2 || scores.negative || !scores.complete)
    return "";
  float least = kPercent, most = 0;
  int count = 0;
  bool of_class_0 = false;
  for (const InputRow& input : inputs) {
    if (input.scores.size() != 2) continue;
    const float given = input.scores[1];
    if (input.scores[0] != 0 || !(given >= 0 && given <= kPercent)) return "";
    least = std::min(least, given);
    most = std::max(most, given);
    of_class_0 = of_class_0 || input.label == 0;
    ++count;
  }
  if (count < 2 || most <= 1 || !of_class_0) return "";
  return fmt::format(
      "the one number that the model gives for each of {} clean {}s is from {:.3g} to {:.3g} and is taken as a "
      "logit, so that all are of class 1; if it is a probability in percent, state it (--scores probabilities)",
      count, scores.noun, least, most);
}

std::string describe_percentages_of_best(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  constexpr double kLeast = 90,
                   kMost = 100.5;  // sums of percentages of the best classes, with their rounding
  if (scores.kind != ScoreKind::logits || scores.negative || scores.top == 0) return "";
  double least = kMost, most = 0;
  int count = 0, nearly_all = 0;
  for (const InputRow& input : inputs) {
    if (input.scores.empty()) continue;
    double sum = 0;
    for (const float score : input.scores) {
      if (score < 0 && score != kHidden) return "";
      sum += score == kHidden ? 0 : score;
    }
    if (sum > kMost) return "";
    least = std::min(least, sum);
    most = std::max(most, sum);
    ++count;
    nearly_all += sum >= kLeast ? 1 : 0;
  }
  if (count < 2 || 2 * nearly_all < count) return "";
  return fmt::format(
      "the scores of the {} best classes of {} clean {}s sum to {:.3g} to {:.3g} and are taken as logits; if they are "
      "percentages, state it (--scores probabilities)",
      scores.top, count, scores.noun, least, most);
}

std::string describe_two_softmaxes(const ScoreProperties& scores, const std::vector<InputRow>& inputs) {
  constexpr int kFewest = 8;
  if (scores.kind != ScoreKind::probabilities || scores.classes < 3 || !scores.complete) return "";
  // Bounds of the softmax of numbers from 0 to 1 that sum to 1. Both are reached if one of the numbers is 1.
  const double sum = std::numbers::e + scores.classes - 1;
  const double bound = std::numbers::e / sum, least_bound = 1 / sum;
  int count = 0, right = 0;
  float least = 1, most = 0;
  for (const InputRow& input : inputs) {
    if (input.scores.empty()) continue;
    least = std::min(least, std::ranges::min(input.scores));
    const auto largest = std::ranges::max_element(input.scores);
    most = std::max(most, *largest);
    right += largest - input.scores.begin() == input.label ? 1 : 0;
    ++count;
  }
  if (count < kFewest || 2 * right < count || least < 0.999 * least_bound || most > 1.001 * bound ||
      most < 0.95 * bound)
    return "";
  return fmt::format(
      "no probability of {} clean {}s exceeds {:.3g}, and a softmax of probabilities of {} classes gives at most "
      "{:.3g}: the model, or the program around it, probably computes a softmax twice, which makes differences "
      "between answers smaller",
      count, scores.noun, most, scores.classes, bound);
}

std::vector<std::string> doubts_about_scores(const ScoreProperties& scores,
                                             const std::vector<InputRow>& inputs, bool stated) {
  std::vector<std::string> doubts = {describe_hard_scores(inputs, scores.noun),
                                     describe_stated_logits(scores, inputs),
                                     describe_two_softmaxes(scores, inputs)};
  if (!stated) {
    doubts.push_back(describe_shares(scores, inputs));
    doubts.push_back(describe_percentages(scores, inputs));
    doubts.push_back(describe_percentages_of_best(scores, inputs));
  }
  std::erase(doubts, "");
  return doubts;
}

std::string describe_rounded_scores(const ScoreProperties& scores, const Visibility& visible) {
  const bool hard = scores.digits == 0 && scores.kind == ScoreKind::probabilities;
  if (scores.digits < 0 || hard || visible.label_only()) return "";
  const std::string to = scores.digits == 0   ? "whole numbers"
                         : scores.digits == 1 ? "1 digit after the point"
                                              : fmt::format("{} digits after the point", scores.digits);
  return fmt::format(
      "the scores seem to be rounded to {}: smaller changes are invisible, so attacks that compare scores meet "
      "ties, and the figures depend on the rounding",
      to);
}

std::string warning_of_randomness(const Repeats& repeats, const std::string& noun, bool remote) {
  const std::string differs =
      fmt::format("the model gives the same {}s other scores when asked again{}", noun,
                  remote ? " (or its answers come in another order than the inputs)" : "");
  if (repeats.once())
    return differs + ", and one answer that reaches the goal is taken for a success (--repeats 1)";
  return fmt::format(
      "{}{}: a success must hold in {} of {} answers, and all of them are queries; a network that is not "
      "meant to be random must be in evaluation mode (model.eval()){}",
      differs, repeats.average > 1 ? fmt::format(", and attacks see the mean of {}", repeats.average) : "",
      repeats.needed, repeats.most,
      remote ? fmt::format(", and the program or server must return answers in the order of the {}s", noun)
             : "");
}

}  // namespace bora::tools
