// Export of bora's networks to TorchScript files.
#pragma once

#include <string>

#include "models/graphs/graph_network.h"
#include "models/networks/network.h"
#include "models/victims/metadata.h"

namespace bora::models {

/// Writes `network` to the file `path`, in which `metadata` is an extra file. Sets the metadata that the
/// network determines: input, range, layout, classes, score kind and architecture. An existing file is
/// replaced atomically. trained_on: images that the network was trained on, which read_training_images()
/// returns; empty: unknown. Throws InputError naming the file if it cannot be written.
void export_torchscript(const Network& network, const std::string& path, ModelMetadata metadata = {},
                        const ContentSet& trained_on = {});

/// Does the same for a network of graphs. The file's method forward(x, edge_index, batch, edge_weight=None)
/// has the arguments of PyTorch Geometric's models, with both directions of every edge in `edge_index`.
void export_torchscript(const GraphNetwork& network, const std::string& path, ModelMetadata metadata = {});

/// Returns the summary of a training for the metadata. training: its options; epochs: number of epochs after
/// which the exported weights were kept.
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

/// Copies the exported file `from` to `to` and sets `test_accuracy` in its metadata. Throws InputError naming
/// the file that cannot be read or written.
void export_with_accuracy(const std::string& from, const std::string& to, double test_accuracy);

}  // namespace bora::models
