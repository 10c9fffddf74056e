#include "attacks/graph/methods/full_budget.h"

namespace bora::attacks {

std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made) {
  constexpr int kTries = 64;  // in a row that do not raise the number
  const auto edits_made = [&] {
    return edits_of_pairs(threat.rules().mode, static_cast<int>(graph.changes().size()));
  };
  std::vector<Edit> inverses;
  for (int tries = 0; tries < kTries && edits_made() < edits; ++tries) {
    const int before = edits_made();
    auto edit = sampler.draw(graph, rng);
    if (!edit) break;
    Edit inverse = graph.apply(*edit);
    if (edits_made() <= before) {
      graph.undo(inverse);
      continue;
    }
    inverses.push_back(std::move(inverse));
    if (made != nullptr) made->push_back(std::move(*edit));
    tries = -1;
  }
  return inverses;
}

}  // namespace bora::attacks
