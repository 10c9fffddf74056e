// Regularised evolution of combinations.
#pragma once

#include <deque>

#include "attacks/semantic/moves.h"
#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

struct SemanticEvolutionOptions {
  int population = 20;
  int sample = 5;  ///< members drawn from the population, the best of which becomes a parent
  void read(AttackSettings& settings);
};

/// Attack by regularised evolution (Real et al., AAAI 2019, algorithm 1) of a population of combinations,
/// drawn uniformly. The best of a random sample has a child, which differs in one variable, and the oldest
/// member is removed. Members that reach the goal rank first, milder ones before others; the rest rank by
/// objective. With probability 1/2, the child of a member that reaches the goal is instead that member scaled
/// back to a uniform share.
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
  AskedBefore asked_;
  std::deque<Member> population_;  // oldest first
  bool grown_ = false;
};

}  // namespace bora::attacks
