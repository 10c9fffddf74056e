// Layout of a graph and its adversarial example, which has nodes at the same places in both pictures.
#pragma once

#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::report {

struct Place {
  double x = 0;
  double y = 0;
};

struct GraphLayout {
  std::vector<Place> places;  ///< by node of the adversarial graph, in [0, width] x [0, height]; y downwards
  std::vector<bool> shown;    ///< one for each node; false: not drawn, its place has no meaning
  double width = 1, height = 1;  ///< the longer is 1
  double spacing = 1;            ///< approximate distance of neighbouring places
  int shown_nodes = 0;

  bool whole() const { return shown_nodes == static_cast<int>(places.size()); }
};

/// Computes places for the nodes of both graphs, deterministically. It lays out the original's edges and
/// those of injected nodes, so that other added edges do not distort the picture: each component by itself
/// (the stress of Kamada and Kawai, Inf. Process. Lett. 31, 1989, minimised as by Zheng et al., IEEE Trans.
/// Vis. Comput. Graph. 25, 2019), components side by side in rows. Of graphs with more than `most_nodes`
/// nodes only those nearest to the edits are shown. `adversarial` has the original's nodes, and injected ones
/// after them.
GraphLayout lay_out(const Graph& original, const Graph& adversarial, int most_nodes = 300);

}  // namespace bora::report
