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

/// Graphs as a victim's callers hold them; none of the pointers is null.
using GraphBatch = std::span<const Graph* const>;

struct GraphVictimSpec {
  std::string name;  ///< file or address
  int classes = 0;
  ScoreKind kind = ScoreKind::logits;
  int node_label_count = 0;  ///< node labels that it knows: 0, ..., node_label_count - 1; 0: it looks at none
  int attribute_count = 0;   ///< attributes of a node that it looks at; 0: none
  std::string features =
      {};  ///< features of a node, as models/graphs/graph_features.h writes them; "": not known
  bool labels_only = false;  ///< only labels() is answered; scores() throws VictimError
  int top = 0;               ///< as VictimSpec::top
  bool randomised = false;   ///< the same graphs may get other answers when they are asked again
};

/// A graph classifier that can only be queried. Everything that it computes from a graph, such as degrees, it
/// computes from the queried graph, edits included. Deterministic as Victim is, unless spec().randomised.
class GraphVictim {
 public:
  virtual ~GraphVictim() = default;
  virtual const GraphVictimSpec& spec() const = 0;
  /// One graph or more; the victim splits them as it needs. Returns n x classes. Throws VictimError if it
  /// fails or returns anything that is not finite, InputError for a graph it was not made for.
  virtual Scores scores(GraphBatch graphs) = 0;
  /// Returns the predicted class of each graph, as Victim::labels.
  virtual std::vector<int> labels(GraphBatch graphs) { return predicted_classes(scores(graphs)); }

  /// Returns how often each graph of the last call was sent to the model, as Victim::passes.
  virtual std::vector<int> passes() const { return {}; }
  /// Returns a new connection to the same model, as Victim::new_connection does; null if there can be only
  /// one.
  virtual std::unique_ptr<GraphVictim> new_connection() { return nullptr; }

  /// Returns whether edge_gradients() works, that is, whether the victim is open to white-box attacks.
  virtual bool has_gradients() { return false; }
  /// Returns the gradient of the scores of `graph`, weighted by `cotangent` (classes values), w.r.t. the
  /// weight of each of `pairs`, an absent edge being one of weight 0: as many values. Quantities that a
  /// victim derives from the graph other than by weighted messages (one-hot degrees) are held fixed. Throws
  /// VictimError if it fails or gives anything that is not finite.
  virtual Eigen::RowVectorXf edge_gradients(const Graph& /*graph*/, std::span<const NodePair> /*pairs*/,
                                            const Eigen::RowVectorXf& /*cotangent*/) {
    throw std::logic_error("the victim has no gradients");
  }
};

}  // namespace bora::models
