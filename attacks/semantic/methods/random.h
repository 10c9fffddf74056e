// Combinations drawn at random.
#pragma once

#include "attacks/semantic/moves.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

struct SemanticRandomOptions {
  bool milder = true;  ///< after a success, draws are taken back below its severity
  void read(AttackSettings& settings);
};

/// Attack that draws every change uniformly within its bounds: the "worst of k" of Engstrom et al. (ICML
/// 2019, section 3). Once a combination has reached the goal, each further draw is scaled back to a severity
/// that is uniform below that of the mildest combination that reached it.
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
  AskedBefore asked_;
  std::optional<double> mildest_;  // severity
};

}  // namespace bora::attacks
