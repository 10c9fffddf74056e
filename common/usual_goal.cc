#include "common/usual_goal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace bora {
namespace {

constexpr std::array<std::string_view, 39> kCosts{
    "bce",     "brier",   "bytes",  "cost",       "costs",  "crossentropy", "delay",   "duration",
    "energy",  "entropy", "err",    "error",      "errors", "fid",          "flops",   "hours",
    "latency", "loss",    "losses", "mae",        "mape",   "memory",       "minutes", "misclassified",
    "ms",      "mse",     "nll",    "perplexity", "ppl",    "regret",       "rmse",    "rmsle",
    "runtime", "sec",     "secs",   "seconds",    "time",   "times",        "wer"};
constexpr std::array<std::string_view, 13> kBenefits{
    "acc", "accuracies", "accuracy", "auc",    "auroc", "bleu",      "f1",
    "fps", "precision",  "recall",   "reward", "score", "throughput"};

// Words that turn a direction round, as in neg_mean_squared_error.
constexpr std::array<std::string_view, 5> kReversals{"inverse", "minus", "neg", "negated", "negative"};

// Returns the words of a name in lower case. Digits belong to the word before them.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false, lower = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (std::isalnum(c) == 0 || (std::isdigit(c) != 0 && !inside)) {
      inside = false;
      continue;
    }
    const bool before_lower =
        i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0;
    if (!inside || (std::isupper(c) != 0 && (lower || before_lower))) words.emplace_back();
    words.back() += static_cast<char>(std::tolower(c));
    inside = true;
    lower = std::islower(c) != 0 || std::isdigit(c) != 0;
  }
  return words;
}

template <std::size_t N>
bool has_one_of(const std::vector<std::string>& words, const std::array<std::string_view, N>& known) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    if (std::ranges::find(known, word) != known.end()) return true;
    const std::string stem = word.substr(0, word.find_last_not_of("0123456789") + 1);
    return std::ranges::find(known, stem) != known.end();
  });
}

}  // namespace

UsualGoal usual_goal(std::string_view name) {
  const std::vector<std::string> words = words_of(name);
  const bool cost = has_one_of(words, kCosts), benefit = has_one_of(words, kBenefits);
  if (cost == benefit || has_one_of(words, kReversals)) return UsualGoal::unknown;
  return cost ? UsualGoal::minimise : UsualGoal::maximise;
}

}  // namespace bora
