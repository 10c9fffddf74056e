#include "common/usual_goal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace bora {
namespace {

constexpr std::array<std::string_view, 37> kCosts{
    "bce",        "bytes", "cost",   "costs",  "crossentropy", "delay",   "duration", "energy",
    "entropy",    "err",   "error",  "errors", "flops",        "hours",   "latency",  "loss",
    "losses",     "mae",   "mape",   "memory", "minutes",      "ms",      "mse",      "nll",
    "perplexity", "ppl",   "regret", "rmse",   "rmsle",        "runtime", "sec",      "secs",
    "seconds",    "time",  "times",  "wer",    "misclassified"};
constexpr std::array<std::string_view, 13> kBenefits{
    "acc", "accuracies", "accuracy", "auc",    "auroc", "bleu",      "f1",
    "fps", "precision",  "recall",   "reward", "score", "throughput"};

// Returns the words of a name in lower case. Digits belong to the word before them.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false, lower = false;
  for (const char raw : name) {
    const auto c = static_cast<unsigned char>(raw);
    if (std::isalnum(c) == 0 || (std::isdigit(c) != 0 && !inside)) {
      inside = false;
      continue;
    }
    if (!inside || (lower && std::isupper(c) != 0)) words.emplace_back();
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
  if (cost == benefit) return UsualGoal::unknown;
  return cost ? UsualGoal::minimise : UsualGoal::maximise;
}

}  // namespace bora
