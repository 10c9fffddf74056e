// Plans of runs on graphs.
#pragma once

#include "attacks/graph/graph_attack.h"
#include "attacks/runner/plan.h"
#include "attacks/threat/graph_threat.h"
#include "models/graph_victim.h"

namespace bora {

/// What the edits and the queries of a graph are bounded by.
struct GraphBudget {
  EditRules rules;
  int queries_per_edit =
      40;  ///< queries of an instance: so many for each edit that is allowed (Ru 2021, 6.6) ...
  int query_cap = 20000;  ///< ... but no more than this

  /// Of an original that allows so many edits.
  int queries(int edits) const;
};

/// As make_plan of plan.h. Graphs that are too small for any edit of the mode are passed over. Throws
/// InputError also if the graphs do not suit the victim (labels and attributes of nodes, classes) or the edit
/// mode, if more of the scores is visible than there is, or if an attack needs gradients that the victim does
/// not have.
Plan make_plan(GraphVictim& victim, const GraphDataset& data, const PlanOptions& options,
               const GraphBudget& budget);

/// What injected nodes are drawn from: the nodes of the clean graphs, or `most` of them, drawn with `seed`,
/// as a graph without edges.
Graph draw_node_pool(const GraphDataset& data, int most, std::uint64_t seed);
NodePool node_pool(const Graph& nodes);

}  // namespace bora
