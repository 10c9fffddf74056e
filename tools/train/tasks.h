// Training of bo-train on images and on graphs.
#pragma once

#include "common/layers.h"
#include "tools/train/train_options.h"

namespace bora::tools {

/// Read the data, train, write the model, print the result. Return the exit code; throw InputError.
int train_on_images(const TrainOptions& options);
int train_on_graphs(const TrainOptions& options);

/// Runs a command line of bo-train and returns the exit code. Throws InputError.
inline int train(int argc, const char* const* argv) {
  TrainOptions options;
  if (!parse(options, argc, argv)) return 0;
  return options.task == "graph" ? train_on_graphs(options) : train_on_images(options);
}

}  // namespace bora::tools
