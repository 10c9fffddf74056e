// Choice of the adversarial examples that a report shows.
#pragma once

#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

struct Example {
  int instance = 0;      ///< index into RunRecord::instances
  bool hardest = false;  ///< the success that took its attack the most queries
};

/// Returns at most `most` successes, spread evenly over the attacks and, within an attack, over the true and
/// the predicted classes; each attack's hardest is among them. Ordered by attack, then by number of queries.
std::vector<Example> choose_examples(const RunRecord& run, const std::vector<std::string>& attacks, int most);

}  // namespace bora::report
