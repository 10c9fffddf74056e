// The two kinds of training that bo-train does.
#pragma once

#include "common/layers.h"
#include "tools/train/train_options.h"

namespace bora::tools {

/// Reads the data, trains, writes the model, prints the result. Return the exit code; throw InputError.
int train_on_images(const TrainOptions& options);
int train_on_graphs(const TrainOptions& options);

}  // namespace bora::tools
