// Layout of a graph and its adversarial example, in which each node has the same place.
#pragma once

#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::report {

/// Position of a node.
struct Place {
  double x = 0;
  double y = 0;
};

/// Positions of the nodes of an adversarial graph and of its original.
struct GraphLayout {
  std::vector<Place> places;  ///< by node of the adversarial graph, in [0, width] x [0, height]; y downwards
  std::vector<bool> shown;    ///< by node; a node that is not shown has no valid place
  double width = 1, height = 1;  ///< the larger is 1
  double spacing = 1;            ///< approximate distance of neighbouring places
  int shown_nodes = 0;           ///< number of nodes shown

  bool whole() const { return shown_nodes == static_cast<int>(places.size()); }
};

/// Computes the places of the nodes of both graphs, deterministically. Only the original's edges and those of
/// injected nodes have an influence, so that other added edges do not distort the picture. Each component is
/// laid out by itself, by minimising the stress of Kamada and Kawai (Inf. Process. Lett. 31, 1989) as Zheng
/// et al. do (IEEE Trans. Vis. Comput. Graph. 25, 2019); the components are arranged in rows. In graphs with
/// more than `most_nodes` nodes only those nearest to the edits are shown. The nodes of `adversarial` are
/// those of `original`, followed by injected ones.
GraphLayout lay_out(const Graph& original, const Graph& adversarial, int most_nodes = 300);

}  // namespace bora::report
