// Random combinations of changes: the baseline.
#pragma once

#include "attacks/semantic/moves.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

/// Settings that SemanticRandom takes.
struct SemanticRandomOptions {
  bool milder = true;                   ///< after a success, draws are scaled back below its severity
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that draws every change uniformly within its bounds: the "worst of k" of Engstrom et al. (ICML
/// 2019, section 3). After a success, each draw is scaled back to a random severity, uniform between 0 and
/// that of the mildest success.
class SemanticRandom final : public Attack<Transformed> {
 public:
  SemanticRandom(const SemanticProblem& problem, SemanticRandomOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& queried, const Observation& seen) override;

 private:
  Eigen::VectorXd proposed();

  std::shared_ptr<const SemanticSpace> space_;
  SemanticRandomOptions options_;
  Rng rng_;
  QueriedCombinations asked_;
  std::optional<double> mildest_;  // severity of the mildest success
};

}  // namespace bora::attacks
