// The genetic algorithm of Dai, Li, Tian, Huang, Wang, Zhu and Song ("Adversarial attack on graph structured
// data", ICML 2018, 3.4), as a baseline that spends the whole budget of edits with every query.
#pragma once

#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct GeneticOptions {
  int population = 100;    ///< maximum size, which is also that of Wan et al. 2021
  int generations = 10;    ///< number of generations for which the queries suffice; the population shrinks
                           ///< accordingly, but has at least 2 members
  double crossover = 0.1;  ///< chance of a child to have two parents (the authors' public settings)
  double mutation = 0.2;   ///< chance of each of its edits to be redrawn at one or both ends (likewise)
  void read(AttackSettings& settings);  ///< throws InputError
  /// Returns the population size: smaller than `population` where members would take gigabytes, so that there
  /// are at most kMostEdits edits in all.
  int population_for(int queries, int edits) const;
  static constexpr int kMostEdits = 5'000'000;
};

/// Genetic algorithm whose members are lists of edits, applied one after another; fitness is the attack loss.
/// Half of the next generation are the best members, half are drawn with probability proportional to
/// exp(fitness). Then each may be crossed with another of these, edit by edit with equal chances, and is
/// mutated.
///
/// Edits of two parents may conflict: an edit that the threat model does not allow after those before it is
/// left out, and random edits replace it. A child that equals a parent keeps its fitness and costs no query.
class Genetic final : public Attack<Graph> {
 public:
  Genetic(GraphAttackProblem problem, GeneticOptions options);
  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;

  int generation() const { return generation_; }  ///< 1, 2, ...

 private:
  struct Member {
    std::vector<Edit> edits;
    double fitness = 0;
    bool known = false;  // whether the fitness is known
  };
  Member random_member();
  void breed();
  std::vector<int> select();
  Member child(const Member& parent, const Member& other);
  void advance();

  GraphAttackProblem problem_;
  GeneticOptions options_;
  EditSampler sampler_;
  Rng rng_;
  EditableGraph graph_;  // the original, between members
  std::vector<Member> population_;
  int next_ = 0;  // index of the first member to be queried
  int generation_ = 1;
};

}  // namespace bora::attacks
