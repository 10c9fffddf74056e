// A network of ours as a TorchScript file that any LibTorch or PyTorch reads.
#pragma once

#include <string>

#include "models/graph_network.h"
#include "models/metadata.h"
#include "models/network.h"

namespace bora {

/// Writes `network` with `metadata` as its extra file. What the network knows of itself (input, range,
/// layout, classes, score kind, architecture) is filled in. The file appears whole or not at all; one that is
/// there is replaced. `trained_on`: the images that it has learnt from, for read_training_images(); none:
/// nobody says. Throws InputError naming the file if it cannot be written.
void export_torchscript(const Network& network, const std::string& path, ModelMetadata metadata = {},
                        const ContentSet& trained_on = {});

/// The same for a network of graphs; the file's forward(x, edge_index, batch, edge_weight=None) is what
/// models of PyTorch Geometric have, with both directions of every edge in `edge_index`.
void export_torchscript(const GraphNetwork& network, const std::string& path, ModelMetadata metadata = {});

/// Writes the exported file `from` again as `to`, with a claim of `test_accuracy` in its metadata. Throws
/// InputError naming the file that cannot be read or written.
void export_with_accuracy(const std::string& from, const std::string& to, double test_accuracy);

}  // namespace bora
