// Table of the attacks on graphs.
#include "attacks/attack_table.h"
#include "attacks/graph/methods/genetic.h"
#include "attacks/graph/methods/grabnel.h"
#include "attacks/graph/methods/gradient.h"
#include "attacks/graph/methods/random.h"

namespace bora::attacks {

// To add an attack, add an entry here and a pair of files in methods/.
template <>
const std::vector<AttackEntry<Graph>>& attack_table<Graph>() {
  static const std::vector<AttackEntry<Graph>> all = {
      {{"grabnel",
        "Bayesian optimisation of edits, one a stage, on Weisfeiler-Lehman features (Wan et al. 2021)"},
       configure<Graph, Grabnel, GrabnelOptions>},
      {{"random", "random edits, each query drawn independently", AccessLevel::labels},
       configure<Graph, RandomEdits, RandomEditsOptions>},
      {{"genetic", "a genetic algorithm over lists of edits that spend the whole budget (Dai et al. 2018)"},
       configure<Graph, Genetic, GeneticOptions>},
      {{"gradient",
        "greedy edits along the gradient of the victim's loss: a white-box reference (Dai et al. 2018)",
        AccessLevel::gradients},
       configure<Graph, GradientEdits, GradientEditsOptions>},
  };
  return all;
}

}  // namespace bora::attacks
