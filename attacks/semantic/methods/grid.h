// Grid search over combinations of changes.
#pragma once

#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Settings of SemanticGrid.
struct SemanticGridOptions {
  bool mild_first = false;              ///< queries in ascending severity instead of random order
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that queries the grid of Engstrom et al. (ICML 2019, section 3), as fine as the budget allows:
/// changes get one more level in turn, in the order of the rules, while there are at most as many
/// combinations as queries. One level is no change; two levels are no change and the bound that is farther
/// from it; three or more are equidistant from bound to bound. Categories keep their first value. No
/// combination is queried twice, and the attack ends after the last.
class SemanticGrid final : public Attack<Transformed> {
 public:
  SemanticGrid(const SemanticProblem& problem, SemanticGridOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& /*queried*/, const Observation& /*seen*/) override {}

 private:
  std::vector<Eigen::VectorXd> left_;  // combinations that are not queried yet, the next one last
};

}  // namespace bora::attacks
