// Regularised evolution of combinations.
#pragma once

#include <deque>

#include "attacks/semantic/moves.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

/// Settings that SemanticEvolution takes.
struct SemanticEvolutionOptions {
  int population = 20;                  ///< number of members, >= 2
  int sample = 5;                       ///< number of members drawn, >= 1; the best becomes the parent
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack by regularised evolution (Real et al., AAAI 2019, algorithm 1) of a population of combinations,
/// which starts with uniform draws. The best of a random sample becomes the parent of a child that differs in
/// one variable, and the oldest member is removed. Members that reach the goal rank before others, by
/// severity; the others rank by objective. If the parent reaches the goal, the child is with probability 1/2
/// the parent with all changes scaled by a uniform share instead.
class SemanticEvolution final : public Attack<Transformed> {
 public:
  SemanticEvolution(const SemanticProblem& problem, SemanticEvolutionOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& queried, const Observation& seen) override;

 private:
  Eigen::VectorXd proposed();

  struct Member {
    Eigen::VectorXd point;
    bool success = false;
    double fitness = 0;  // minus the severity of a success, else the objective
  };
  std::shared_ptr<const SemanticSpace> space_;
  SemanticEvolutionOptions options_;
  Rng rng_;
  QueriedCombinations asked_;
  std::deque<Member> population_;  // oldest first
  bool grown_ = false;             // true once the population is complete
};

}  // namespace bora::attacks
