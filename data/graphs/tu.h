// Graph sets in the text format of the TU Dortmund collection (Morris et al. 2020, "TUDataset: A collection
// of benchmark datasets for learning with graphs"; https://chrsmrrs.github.io/datasets/docs/format).
#pragma once

#include <filesystem>

#include "data/graphs/graph.h"

namespace bora::data {

/// Returns whether the directory holds a file named as DS_A.txt is.
bool is_tu_directory(const std::filesystem::path& directory);

/// Reads the set DS from the files DS_A.txt, DS_graph_indicator.txt, DS_graph_labels.txt and, if they exist,
/// DS_node_labels.txt, DS_node_attributes.txt, DS_edge_labels.txt and DS_edge_attributes.txt of a directory
/// or a .zip archive (in any folder of it).
///
/// Graphs come as labelled: the labels are numbered 0, 1, ... in ascending order of what the file has ({0,2}
/// and {-1,1} too), class_names keep the originals; node and edge labels are numbered likewise over the whole
/// set (a line of several numbers is one label). The two directions of an edge, and edges listed more than
/// once, are folded into one, which takes the label and the weight of the first; loops are dropped; `notes`
/// counts both. Edge attributes are the weights if there is one per line and all are positive; else they are
/// left out, since a graph has no place for them, and `notes` says so. Nodes without edges are kept.
///
/// Throws InputError of one line, naming file, line, value and what was expected, for anything malformed.
GraphDataset load_tu(const std::filesystem::path& path);

}  // namespace bora::data
