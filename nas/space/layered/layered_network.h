// Networks of layers with widths and one or several decisions (Kandasamy et al. 2018).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Returns the index of a node in vectors.
inline std::size_t at(int node) {
  return static_cast<std::size_t>(node);
}

/// Directed acyclic graph of layers. Node 0 is the input; the last node is the output, whose predecessors are
/// the decisions, which it averages. The input of a layer is the concatenation of the outputs of its
/// predecessors.
struct LayeredNetwork {
  LabelledDag graph;       ///< labels: indices of the grammar's operations
  std::vector<int> units;  ///< filters or neurons of each node; 0 if its operation has no width of its own

  int nodes() const { return graph.nodes(); }
  bool operator==(const LayeredNetwork&) const = default;
};

/// Operations and limits of the networks of a space. Limits are inclusive.
struct LayeredGrammar {
  std::string name;
  std::vector<Operation> operations;       ///< indexed by label; 0: the input, 1: the output
  bool images = true;                      ///< whether the input is an image; otherwise it is a vector
  int least_layers = 1, most_layers = 30;  ///< number of layers without input and output
  int most_sources = 5, most_targets = 5;  ///< predecessors and successors of one layer
  int most_edges = 100;
  int least_units = 8, most_units = 1024;  ///< units of one layer
  int most_halvings = 4;                   ///< number of times that an image's side may be halved
  double most_mass = 4'000'000;            ///< largest allowed sum of layer_masses()

  void check() const;  ///< throws InputError naming the field
  const Operation& operation(const LayeredNetwork& network, int node) const {
    return operations[static_cast<std::size_t>(network.graph.labels[static_cast<std::size_t>(node)])];
  }
};

/// Returns whether layers of this kind have a width of their own.
bool has_units(Operation::Kind kind);
/// Returns whether layers of this kind map images to images.
bool is_spatial(Operation::Kind kind);

/// Returns how often the image's side is halved up to the output of each node; -1 for vectors. Returns
/// nullopt if a layer cannot take its inputs: images of different sizes, images and vectors, or, for a
/// convolution or pooling, a vector.
std::optional<std::vector<int>> halvings(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns the number of incoming units of each node: the sum of its predecessors' output channels or
/// numbers, where the input counts as 1.
std::vector<double> incoming_units(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns the mass of each node (Kandasamy et al. 2018, section 3): the product of its units and its
/// incoming units; for pooling its incoming units; 0 for the input, the output and decisions.
std::vector<double> layer_masses(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Returns one line on why a network is invalid; empty if it is valid.
std::string fault_of(const LayeredNetwork& network, const LayeredGrammar& grammar);

/// Network under construction, with nodes in any order.
struct LayeredDraft {
  std::vector<int> labels, units;          ///< label and units of each node
  std::vector<std::pair<int, int>> edges;  ///< edges as pairs of source and target
  int output = 0;                          ///< number of the output; the input is node 0

  explicit LayeredDraft(const LayeredNetwork& network);
  LayeredDraft() = default;
  int add(int label, int units);  ///< adds a node; returns its number
  std::vector<int> sources(int node) const;
  std::vector<int> targets(int node) const;
};
/// Returns the network of a draft with its nodes in a canonical order: drafts that differ only in the
/// numbering of nodes give the same network, unless different layers have the same Weisfeiler-Lehman label.
/// Returns nullopt if the draft has a cycle.
std::optional<LayeredNetwork> arranged(const LayeredDraft& draft);

/// Returns the network as text such as "conv3:16@0 conv3:16@1 max-pool@2 softmax@3", which lists for each
/// layer (1, 2, ...) operation, units and predecessors (0: the input); several predecessors as "@1+2".
std::string to_text(const LayeredNetwork& network, const LayeredGrammar& grammar);
/// Returns the arranged() network of a text as to_text() writes it. Throws InputError that names the layer.
LayeredNetwork parse_layered(const std::string& text, const LayeredGrammar& grammar);

}  // namespace bora::nas
