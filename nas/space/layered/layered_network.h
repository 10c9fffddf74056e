// Networks whose layers have widths, from an input to one or several decisions (Kandasamy et al. 2018).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Returns the place that a node has in a vector.
inline std::size_t at(int node) {
  return static_cast<std::size_t>(node);
}

/// A directed acyclic graph of layers. Node 0 is the input, the last node the output, which averages the
/// decisions; every decision leads to it and nothing else does. If several nodes lead to one, their outputs
/// are concatenated.
struct LayeredNetwork {
  LabelledDag graph;       ///< labels: numbers of the grammar's operations
  std::vector<int> units;  ///< one a node: filters or neurons; 0 for nodes without a width of their own

  int nodes() const { return graph.nodes(); }
  bool operator==(const LayeredNetwork&) const = default;
};

/// Constraints on the networks of a space. Limits are inclusive.
struct LayeredGrammar {
  std::string name;
  std::vector<Operation> operations;       ///< indexed by label; 0: the input, 1: the output
  bool images = true;                      ///< whether the input is an image; else a row of numbers
  int least_layers = 1, most_layers = 30;  ///< without input and output
  int most_sources = 5, most_targets = 5;  ///< limits for one layer
  int most_edges = 100;
  int least_units = 8, most_units = 1024;
  int most_halvings = 4;         ///< number of times that an image's side may be halved
  double most_mass = 4'000'000;  ///< largest allowed sum of layer_masses()

  void check() const;  ///< throws InputError naming the field
  const Operation& operation(const LayeredNetwork& network, int node) const {
    return operations[static_cast<std::size_t>(network.graph.labels[static_cast<std::size_t>(node)])];
  }
};

/// Returns whether layers of this kind have a width of their own.
bool has_units(Operation::Kind kind);
/// Returns whether layers of this kind map images to images.
bool is_spatial(Operation::Kind kind);

/// Returns how often the side of each node's output has been halved; -1 for rows of numbers. Returns nullopt
/// if a layer cannot take its inputs: images of different sizes, images beside rows, a row for a convolution.
std::optional<std::vector<int>> halvings(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns the incoming units of each node, n: the channels or numbers that its predecessors output. The
/// input outputs 1.
std::vector<double> incoming_units(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns the mass of each node, n (Kandasamy et al. 2018, section 3): the product of its units and its
/// incoming units; for pooling its incoming units; 0 for the input, the output and decisions.
std::vector<double> layer_masses(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns the fault of an invalid network; empty if it is valid.
std::string fault_of(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// A network under construction: nodes in any order.
struct LayeredDraft {
  std::vector<int> labels, units;
  std::vector<std::pair<int, int>> edges;
  int output = 0;  ///< the node that becomes the last; the input is node 0

  explicit LayeredDraft(const LayeredNetwork& network);
  LayeredDraft() = default;
  int add(int label, int units);  ///< adds a node; returns its number
  std::vector<int> sources(int node) const;
  std::vector<int> targets(int node) const;
};
/// Returns the draft with its nodes in an order that depends on the network alone: drafts of one network,
/// however its nodes are numbered, become the same, except where different layers have the same
/// Weisfeiler-Lehman label. Returns nullopt if the draft has a cycle.
std::optional<LayeredNetwork> arranged(const LayeredDraft& draft);

/// Returns the network as text, such as "conv3:16@0 conv3:16@1 max-pool@2 softmax@3": for each layer its
/// operation, its units and its predecessors, numbered from 1, the input being 0; several as "@1+2".
std::string to_text(const LayeredNetwork& network, const LayeredGrammar& grammar);
/// Returns the arranged network of such a text. Throws InputError naming the layer.
LayeredNetwork parse_layered(const std::string& text, const LayeredGrammar& grammar);

}  // namespace bora::nas
