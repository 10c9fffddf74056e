// Plans of runs on graphs.
#pragma once

#include "attacks/graph/graph_attack.h"
#include "attacks/runner/plan.h"
#include "attacks/threat/graph_threat.h"
#include "models/graphs/graph_victim.h"

namespace bora::attacks {

/// Bounds on the edits and the queries of a graph.
struct GraphBudget {
  EditRules rules;
  int queries_per_edit = 40;  ///< queries of an instance per allowed edit (Ru 2021, 6.6)
  int query_cap = 20000;      ///< largest number of queries of an instance

  /// Returns the query budget for an original that allows `edits` edits.
  int queries(int edits) const;
};

/// Makes a plan as make_plan() of plan.h does. Graphs without any possible edit are not attacked. Also throws
/// InputError if the graphs do not suit the victim (labels and attributes of nodes, classes) or the edit
/// mode, if more classes are visible than exist, or if an attack needs gradients that the victim does not
/// have.
Plan make_plan(GraphVictim& victim, const GraphDataset& data, const PlanOptions& options,
               const GraphBudget& budget);

/// Returns the nodes that may be injected, as a graph without edges: all nodes of the data, or, if there are
/// more than `most`, a random sample of `most` of them, drawn with `seed`.
Graph draw_node_pool(const GraphDataset& data, int most, std::uint64_t seed);
/// Converts the result of draw_node_pool(), as the run stores it, to the pool that attacks draw from.
NodePool node_pool(const Graph& nodes);

}  // namespace bora::attacks
