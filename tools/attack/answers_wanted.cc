#include "tools/attack/answers_wanted.h"

#include <algorithm>

#include <fmt/format.h>

namespace bora {

std::string warning_of_randomness(const Repeats& repeats, const std::string& noun) {
  const std::string differs = fmt::format("the model gives the same {}s other scores when asked again", noun);
  if (repeats.once())
    return differs + ", and one answer that reaches the goal is taken for a success (--repeats 1)";
  return fmt::format(
      "{}{}: a success has to hold in {} of {} answers, and all of them are queries; a network that is not "
      "meant to be random has to be in evaluation mode (model.eval())",
      differs, repeats.average > 1 ? fmt::format(", and attacks see the mean of {}", repeats.average) : "",
      repeats.needed, repeats.most);
}

std::map<std::string, std::string> facts_of(const Repeats& repeats, bool randomised) {
  std::map<std::string, std::string> facts;
  if (randomised) facts["randomised"] = "1";
  if (repeats.once()) return facts;
  facts["average"] = std::to_string(repeats.average);
  facts["repeats"] = std::to_string(repeats.most);
  facts["success_in"] = std::to_string(repeats.needed);
  return facts;
}

Repeats stored_repeats(const RunDatabase& database) {
  constexpr int kMany = 1 << 20;
  const auto stored = [&](const char* key) {
    return std::max(1, static_cast<int>(database.number(key, kMany)));
  };
  return {stored("average"), stored("repeats"), stored("success_in")};
}

}  // namespace bora
