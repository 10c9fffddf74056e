// Choice of the adversarial examples that a report shows.
#pragma once

#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Adversarial example that is shown.
struct Example {
  int instance = 0;      ///< index into RunRecord::instances
  bool hardest = false;  ///< the success that took its attack the most queries
};

/// Returns at most `most` successes, ordered by attack, then by number of queries. They are spread evenly
/// over the attacks and, within an attack, over the true and the predicted classes. The hardest success of
/// each attack is among them.
std::vector<Example> choose_examples(const RunRecord& run, const std::vector<std::string>& attacks, int most);

}  // namespace bora::report
