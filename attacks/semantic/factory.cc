// Table of the attacks by semantic changes.
#include "attacks/attack_table.h"
#include "attacks/semantic/methods/bo.h"
#include "attacks/semantic/methods/evolution.h"
#include "attacks/semantic/methods/grid.h"
#include "attacks/semantic/methods/random.h"

namespace bora::attacks {

// To add an attack, add an entry here and a pair of files in methods/.
template <>
const std::vector<AttackEntry<Transformed>>& attack_table<Transformed>() {
  static const std::vector<AttackEntry<Transformed>> all = {
      {{"bo",
        "Bayesian optimisation over the mixed space of changes: maximises the goal until it is "
        "reached, then mildness times the probability of reaching it"},
       configure<Transformed, SemanticBo, SemanticBoOptions>},
      {{"evolution", "regularised evolution of combinations (Real et al. 2019)"},
       configure<Transformed, SemanticEvolution, SemanticEvolutionOptions>},
      {{"grid",
        "every combination of a grid as fine as the budget allows, in random order (Engstrom et al. 2019)",
        AccessLevel::labels},
       configure<Transformed, SemanticGrid, SemanticGridOptions>},
      {{"random", "combinations drawn uniformly (the worst of k of Engstrom et al. 2019)",
        AccessLevel::labels},
       configure<Transformed, SemanticRandom, SemanticRandomOptions>},
  };
  return all;
}

}  // namespace bora::attacks
