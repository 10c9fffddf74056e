#include "nas/run/program_answer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/json.h"
#include "common/text.h"

namespace bora::nas {

void take_answer(SearchTrial& trial, const std::string& line) {
  const auto said = parse_json(line);
  const auto number = [&said](const char* name) {
    const auto found = said.find(name);
    return found != said.end() && found->is_number() ? found->get<double>() : -1;
  };
  if (said.is_object() && said.contains("failure") && !said["failure"].is_null()) {
    const std::string why = said["failure"].is_string() ? said["failure"].get<std::string>() : "";
    trial.failure = why.empty() ? "failed" : printable(why);
  } else if (const double accuracy = said.is_object() ? number("accuracy") : -1;
             accuracy >= 0 && accuracy <= 1) {
    constexpr double kMostWeights = 1e15;
    trial.weights = static_cast<std::int64_t>(std::clamp(number("weights"), 0.0, kMostWeights));
    trial.epochs = {{.loss = std::max(0.0, number("loss")), .accuracy = accuracy}};
  } else {
    trial.failure = fmt::format(R"(the program printed '{}', expected {{"accuracy": a number in [0, 1]}})",
                                printable(line.substr(0, line.find_last_not_of("\r\n") + 1), 80));
  }
}

std::string doubt_about_inputs(const SearchTrial& trial, int validation) {
  constexpr double kRounding = 5.1e-5;
  if (trial.epochs.empty()) return "";
  const double accuracy = trial.epochs.front().accuracy;
  if (std::abs(accuracy - std::round(accuracy * validation) / validation) <= kRounding) return "";
  return fmt::format(
      "network {} has an accuracy of {}, which is no share of {} validation inputs; state as validation the "
      "number of inputs on which accuracies are measured, since their uncertainty follows from it",
      trial.number, accuracy, validation);
}

}  // namespace bora::nas
