// Interface of a victim of graphs: a classifier that returns scores for graphs and can be attacked.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/graphs/graph.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Batch of graphs; none of the pointers is null.
using GraphBatch = std::span<const Graph* const>;

/// Properties of a victim of graphs.
struct GraphVictimSpec {
  std::string name;  ///< file or address
  int classes = 0;
  ScoreKind kind = ScoreKind::logits;
  int node_label_count = 0;   ///< number of node labels that it distinguishes; 0: it ignores node labels
  int attribute_count = 0;    ///< number of attributes of a node that it uses; 0: it uses none
  std::string features = {};  ///< node features (models/graphs/graph_features.h); "": unknown
  int digits = -1;            ///< as VictimSpec::digits
  bool negative = false;      ///< as VictimSpec::negative
  bool labels_only = false;   ///< whether only labels() can be called; scores() throws VictimError
  int top = 0;                ///< as VictimSpec::top
  bool randomised = false;    ///< whether the same graphs may get different answers in different queries
};

/// Classifier of graphs that can be queried. Quantities that it derives from a graph, such as degrees, are
/// those of the queried graph with its edits. It is deterministic as Victim is, unless spec().randomised.
class GraphVictim {
 public:
  virtual ~GraphVictim() = default;
  virtual const GraphVictimSpec& spec() const = 0;
  /// Returns the scores of n >= 1 graphs, n x classes. Throws VictimError if the model fails or returns
  /// numbers that are not finite, and InputError for a graph without the labels or attributes that the model
  /// uses.
  virtual Scores scores(GraphBatch graphs) = 0;
  /// Returns the predicted class of each graph, as Victim::labels does.
  virtual std::vector<int> labels(GraphBatch graphs) { return predicted_classes(scores(graphs)); }

  /// Returns how often each graph of the last call was sent to the model, as Victim::passes does.
  virtual std::vector<int> passes() const { return {}; }
  /// Returns a new connection to the same model, as Victim::new_connection does; null if this is not
  /// possible.
  virtual std::unique_ptr<GraphVictim> new_connection() { return nullptr; }

  /// Returns whether edge_gradients() works, so that white-box attacks are possible.
  virtual bool has_gradients() { return false; }
  /// Returns the gradient of the sum of the scores of `graph`, weighted by `cotangent` (classes values),
  /// w.r.t. the edge weight of each of `pairs`; an absent edge has weight 0. Quantities that the model
  /// derives from the graph other than by weighted messages (e.g. one-hot degrees) are held fixed. Throws
  /// VictimError if the model fails or gives numbers that are not finite.
  virtual Eigen::RowVectorXf edge_gradients(const Graph& /*graph*/, std::span<const NodePair> /*pairs*/,
                                            const Eigen::RowVectorXf& /*cotangent*/) {
    throw std::logic_error("the victim has no gradients");
  }
};

}  // namespace bora::models
