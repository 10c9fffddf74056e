#include "attacks/checks/check.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/setting_error.h"

namespace bora::attacks {
namespace {

// Returns id and title of each check, in order. The title is a statement that holds if the check passes.
const std::vector<std::pair<std::string, std::string>>& titles() {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {check_id::kDeterministic, "The same input gets the same answer twice"},
      {check_id::kBatches, "An answer does not depend on what else is in its batch"},
      {check_id::kInputRange, "No other format of its input suits the model better"},
      {check_id::kAboveChance, "Clean accuracy is above chance"},
      {check_id::kAsClaimed, "Clean accuracy is what the model's file claims"},
      {check_id::kScoresInformative, "Scores of clean inputs are neither saturated nor constant"},
      {check_id::kScoresRespond, "Scores change where the input does"},
      {check_id::kGradients, "Gradients on clean inputs are not zero"},
      {check_id::kUnbounded, "Without a bound the attack succeeds on everything"},
      {check_id::kLargerBound, "A larger bound does not make the attack weaker"},
      {check_id::kRandomWeaker, "Random changes do not beat the best attack"},
      {check_id::kWhiteBox, "Black-box attacks are not stronger than a white-box one"},
  };
  return all;
}

}  // namespace

CheckLevel parse_check_level(const std::string& text) {
  if (text == "none") return CheckLevel::none;
  if (text == "basic") return CheckLevel::basic;
  if (text == "full") return CheckLevel::full;
  throw SettingError("checks", "got '{}', expected full, basic or none", text);
}

EvaluationCheck make_check(const std::string& id, const std::string& status, std::string text) {
  for (const auto& [known, title] : titles())
    if (known == id) return {id, title, status, std::move(text)};
  throw std::logic_error("there is no check " + id);
}

std::vector<EvaluationCheck> in_order(const std::vector<EvaluationCheck>& checks) {
  std::vector<EvaluationCheck> ordered;
  for (const auto& [id, title] : titles()) {
    const auto last = std::find_if(checks.rbegin(), checks.rend(),
                                   [&](const EvaluationCheck& check) { return check.id == id; });
    if (last != checks.rend()) ordered.push_back(*last);
  }
  return ordered;
}

}  // namespace bora::attacks
