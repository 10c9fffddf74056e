#include "tools/attack/answers_wanted.h"

#include <fmt/format.h>

namespace bora::tools {

std::string warning_of_randomness(const Repeats& repeats, const std::string& noun) {
  const std::string differs = fmt::format("the model gives the same {}s other scores when asked again", noun);
  if (repeats.once())
    return differs + ", and one answer that reaches the goal is taken for a success (--repeats 1)";
  return fmt::format(
      "{}{}: a success must hold in {} of {} answers, and all of them are queries; a network that is not "
      "meant to be random must be in evaluation mode (model.eval())",
      differs, repeats.average > 1 ? fmt::format(", and attacks see the mean of {}", repeats.average) : "",
      repeats.needed, repeats.most);
}

}  // namespace bora::tools
