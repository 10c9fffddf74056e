#include "attacks/ledger/ties_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace bora {

std::string describe_ties(const RunRecord& run) {
  if (run.tied_answers == 0) return "";
  std::int64_t answers = 0;
  for (const InstanceRecord& instance : run.instances) answers += instance.queries;
  return fmt::format(
      "the largest scores are equal in {} of {} answers to the attacks; a tie does not count as a success, although {} of them "
      "reach the goal by the order of the classes alone",
      run.tied_answers, std::max(answers, run.tied_answers), run.tied_goals);
}

}  // namespace bora
