// Graph sets in the text format of the TU Dortmund collection (Morris et al. 2020, "TUDataset: A collection
// of benchmark datasets for learning with graphs"; https://chrsmrrs.github.io/datasets/docs/format).
#pragma once

#include <filesystem>

#include "data/graphs/graph.h"

namespace bora::data {

/// Returns whether the directory holds a file whose name ends with _A.txt.
bool is_tu_directory(const std::filesystem::path& directory);

/// Reads the set DS from the files DS_A.txt, DS_graph_indicator.txt, DS_graph_labels.txt and, if they exist,
/// DS_node_labels.txt, DS_node_attributes.txt, DS_edge_labels.txt and DS_edge_attributes.txt of a directory
/// or a .zip archive (in any folder of it).
///
/// Labels of graphs are numbered 0, 1, ... in ascending order of the numbers in the file (e.g. {0, 2} or {-1,
/// 1}), which become the class_names. Node and edge labels are numbered in the same way over the whole set,
/// and `notes` says so if node labels have gaps; a line of several numbers is one label. All lines of an
/// edge, in either direction, become one edge with the label and weight of the first; `notes` counts lines
/// with other values, and edges that are listed in one direction only. Loops are dropped, and `notes` counts
/// them. Edge attributes are the weights if there is one per line and all are positive; else they are
/// dropped, since a Graph cannot hold them, and `notes` says so. Nodes without edges are kept.
///
/// Throws InputError with a one-line message that names file, line, value and what was expected, for
/// malformed files.
GraphDataset load_tu(const std::filesystem::path& path);

}  // namespace bora::data
