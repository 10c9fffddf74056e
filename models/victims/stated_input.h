// Input format of a model, combined from options and its metadata.
#pragma once

#include "common/layers.h"
#include "models/victims/input_format.h"
#include "models/victims/metadata.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Returns the input format: options take precedence over metadata, and these over the shape of the data.
/// Throws InputError naming the model if the shape is stated nowhere, the data have another, or the format is
/// impossible (see complete()).
InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata);

}  // namespace bora::models
