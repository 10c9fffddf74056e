// Input format of a model, combined from options and its metadata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/victims/input_format.h"
#include "models/victims/metadata.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Returns the input format: options take precedence over metadata, and these over the shape of the data.
/// Throws InputError naming the model if the shape is stated nowhere, the data have another, or the format is
/// impossible (see complete()).
InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata);

/// Returns the sides of an image in the format's layout: 3, 32, 32 or 32, 32, 3.
std::vector<std::int64_t> image_sides(const InputFormat& format);

/// Returns advice for images in `format` that do not fit an input with these sides of an image (no batch
/// axis; -1: open); a clause.
std::string advice_on_axes(const std::vector<std::int64_t>& sides, const InputFormat& format);

/// Returns the sides of a tensor in words: "?x3x32x32"; -1 stands for a side that is left open.
std::string sides_text(const std::vector<std::int64_t>& sides);

/// Returns VictimSpec::notices about a model of `outputs` outputs if none was named: a sentence that the
/// first one is taken; none for one output. `names`: " (a, b)", or "" if they have no names.
std::vector<std::string> notices_of_outputs(std::size_t outputs, const std::string& names,
                                            const VictimOptions& options);

}  // namespace bora::models
