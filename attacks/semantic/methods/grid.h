// Every combination of a grid.
#pragma once

#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct SemanticGridOptions {
  bool mild_first = false;  ///< combinations in ascending severity instead of random order
  void read(AttackSettings& settings);
};

/// Attack that queries the grid of Engstrom et al. (ICML 2019, section 3), as fine as the budget allows:
/// changes get one more level in turn, in the order of the rules, as long as there are no more combinations
/// than queries. One level is no change; two add the bound that is farther from none; three or more are
/// spread evenly from bound to bound. Categories keep their first value. No combination is asked for twice,
/// and the attack ends after the last.
class SemanticGrid final : public Attack<Transformed> {
 public:
  SemanticGrid(const SemanticProblem& problem, SemanticGridOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& /*queried*/, const Observation& /*seen*/) override {}

 private:
  std::vector<Eigen::VectorXd> left_;  // combinations to ask for, the next one last
};

}  // namespace bora::attacks
