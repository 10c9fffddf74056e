// Loading of sets of graphs of every kind, by name or path.
#pragma once

#include <string>

#include "data/graphs/graph.h"
#include "data/images/load.h"

namespace bora::data {

/// Reads or makes a set of graphs.
///
/// `spec` is one of:
/// - a .zip archive or a directory of a TU set (data/graphs/tu.h);
/// - one graph's .json file (data/graphs/graph_json.h), its label unknown;
/// - a directory of such files with labels.csv (columns file,label);
/// - a task of random graphs, `NAME[:KEY=VALUE]...` with NAME er-components, ba, ws or sbm
///   (data/graphs/graph_generators.h) and the keys graphs (how many), nodes (of each: a number, or 30-50),
///   seed (of the graphs; not the seed of SplitOptions, since the parts of one set have the same), and p of
///   er-components;
/// - `mnist-75sp:IMAGES[:graphs=N]`: superpixel graphs (data/graphs/superpixels.h) of the images, or the
///   first N images, that load_dataset returns for IMAGES; `mnist-75sp` alone means those of the folder mnist
///   that places() finds.
///
/// Parts are made as load_dataset makes them: superpixels follow their images; other sets have no parts of
/// their own and are split here, except files that the user listed or named, which have no train part. Throws
/// InputError naming the file and what was expected; for an unknown name or key the valid ones.
GraphDataset load_graphs(const std::string& spec, Part part, const SplitOptions& split = {});

/// Returns whether `spec` is for load_graphs, not load_dataset: it is the name of a task of graphs, or the
/// path of something that holds graphs, whole or damaged.
bool looks_like_graphs(const std::string& spec);

}  // namespace bora::data
