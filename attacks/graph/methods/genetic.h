// Genetic algorithm of Dai, Li, Tian, Huang, Wang, Zhu and Song ("Adversarial attack on graph structured
// data", ICML 2018, 3.4), a baseline that spends the whole budget of edits with every query.
#pragma once

#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Settings of Genetic.
struct GeneticOptions {
  int population = 100;    ///< largest number of members of a generation (as in Wan et al. 2021)
  int generations = 10;    ///< smallest number of generations; generations are smaller, but have at least 2
                           ///< members, if the query budget does not suffice
  double crossover = 0.1;  ///< probability that a child has two parents (the authors' public setting)
  double mutation = 0.2;   ///< probability that an edit of a child is mutated (likewise)
  void read(AttackSettings& settings);  ///< throws InputError
  /// Returns the number of members of a generation. `queries`: query budget. `edits`: number of edits of a
  /// member, which limits the size, too, because of the memory (kMostEdits).
  int population_for(int queries, int edits) const;
  /// Largest number of edits of all members together, about a gigabyte.
  static constexpr int kMostEdits = 5'000'000;
};

/// Attack by a genetic algorithm whose members are lists of edits, applied one after another; the fitness is
/// the attack loss. The parents of the next generation are the better half of the members and as many drawn
/// with probability proportional to exp(fitness). Each has one child: a copy of it, crossed with another
/// parent with probability `crossover` (each edit comes from either parent with probability 1/2), then
/// mutated. A mutation keeps one end of the edge and redraws the other (EditSampler::redraw_node()).
///
/// Edits of two parents may conflict. An edit that the threat model does not allow after the earlier ones is
/// replaced by random edits at the end of the list, as is a mutation that fails. A child that equals its
/// parent keeps the fitness and costs no query.
class Genetic final : public Attack<Graph> {
 public:
  Genetic(GraphAttackProblem problem, GeneticOptions options);
  std::optional<Graph> ask() override;
  void tell(const Graph& queried, const Observation& seen) override;

  int generation() const { return generation_; }  ///< number of the current generation, counted from 1

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
  EditableGraph graph_;  // equal to the original between calls
  std::vector<Member> population_;
  int next_ = 0;  // index of the first member to be queried
  int generation_ = 1;
};

}  // namespace bora::attacks
