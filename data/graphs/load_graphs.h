// Loading of sets of graphs by name or path.
#pragma once

#include <string>

#include "data/graphs/graph.h"
#include "data/images/load.h"

namespace bora::data {

/// Reads or generates a set of graphs.
///
/// `spec` is one of:
/// - a .zip archive or a directory of a TU set (data/graphs/tu.h);
/// - one graph's .json file (data/graphs/graph_json.h), with an unknown label;
/// - a directory of such files with labels.csv (columns file,label);
/// - a task of random graphs, `NAME[:KEY=VALUE]...` with NAME er-components, ba, ws or sbm
///   (data/graphs/graph_generators.h). Keys: graphs, their number; nodes, the number of nodes of each or its
///   range (30-50); seed, from which the graphs are drawn (not the split, which SplitOptions::seed
///   determines); p, of er-components;
/// - `mnist-75sp:IMAGES[:graphs=N]`: superpixel graphs (data/graphs/superpixels.h) of the images that
///   load_dataset(IMAGES) returns, or of N of them. If IMAGES is left out, they are those in the folder mnist
///   that places() finds.
///
/// Superpixel graphs have the parts of their images. Other sets have no parts and are split by take_part(),
/// except files that the user listed or named, which have no train part. Throws InputError naming the file
/// and what was expected, or the valid names and keys for an unknown one.
GraphDataset load_graphs(const std::string& spec, Part part, const SplitOptions& split = {});

/// Returns whether `spec` should be passed to load_graphs(), not to load_dataset(): it is the name of a task
/// of graphs, perhaps misspelt, or the path of a file or folder of graphs, perhaps damaged.
bool looks_like_graphs(const std::string& spec);

}  // namespace bora::data
