// Export of bora's networks to TorchScript files that any LibTorch or PyTorch reads.
#pragma once

#include <string>

#include "models/graphs/graph_network.h"
#include "models/networks/network.h"
#include "models/victims/metadata.h"

namespace bora::models {

/// Writes `network` to the file `path` and adds `metadata` as its extra file. The fields that the network
/// defines (input, range, layout, classes, score kind, architecture) are filled in. The file is written
/// atomically; an existing one is replaced. `trained_on`: the images that it was trained on, for
/// read_training_images(); empty: unknown. Throws InputError naming the file if it cannot be written.
void export_torchscript(const Network& network, const std::string& path, ModelMetadata metadata = {},
                        const ContentSet& trained_on = {});

/// Writes a network of graphs likewise; the file's forward(x, edge_index, batch, edge_weight=None) has the
/// arguments of PyTorch Geometric's models, with both directions of every edge in `edge_index`.
void export_torchscript(const GraphNetwork& network, const std::string& path, ModelMetadata metadata = {});

/// Returns the metadata's summary of a training of `epochs` epochs; `training`: its options.
template <typename Options>
TrainingSummary training_summary(const Options& training, int epochs) {
  TrainingSummary summary{.epochs = epochs,
                          .batch = training.batch,
                          .learning_rate = training.learning_rate,
                          .weight_decay = training.weight_decay,
                          .seed = training.seed};
  if constexpr (requires { training.adversarial; }) summary.adversarial = training.adversarial;
  return summary;
}

/// Writes the exported file `from` again as `to`, with a claim of `test_accuracy` in its metadata. Throws
/// InputError naming the file that cannot be read or written.
void export_with_accuracy(const std::string& from, const std::string& to, double test_accuracy);

}  // namespace bora::models
