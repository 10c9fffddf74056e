// Input format of a model, combined from options and its metadata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/victims/input_format.h"
#include "models/victims/metadata.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Returns the format of a model's inputs. Options take precedence over metadata, and these over the shape of
/// the data. Throws InputError naming the model if no shape is stated, if it differs from that of the data,
/// or as complete() does.
InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata);

/// Returns the sizes of an image along its axes in the format's layout: 3, 32, 32 or 32, 32, 3.
std::vector<std::int64_t> image_sides(const InputFormat& format);

/// Returns a clause of advice for images in `format` that do not fit an input with these sides (without the
/// batch; -1: open).
std::string advice_on_axes(const std::vector<std::int64_t>& sides, const InputFormat& format);

/// Returns the sides of a tensor as text, with "?" for open ones (-1): "?x3x32x32".
std::string sides_text(const std::vector<std::int64_t>& sides);

/// Returns a notice (VictimSpec::notices) that the first of several outputs is taken as the scores; none if
/// there is one output or `options` name one. outputs: their number; names: " (a, b)", or "" if they have
/// none.
std::vector<std::string> notices_of_outputs(std::size_t outputs, const std::string& names,
                                            const VictimOptions& options);

}  // namespace bora::models
