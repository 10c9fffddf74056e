// The stage that attacks every model with the same attacks on the same inputs, once for each bound.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/model_list.h"

namespace bora::tools {

/// Returns the folder of a run relative to that of the assessment: attacks/NAME/eps-BOUND, on graphs
/// attacks/NAME/edits-BOUND.
std::string run_folder_of(const AssessOptions& options, const std::string& model, const std::string& bound);

/// Returns the options with --range auto replaced by its value, and with options.shape set if images of the
/// test part are attacked. Loads that part as bo-attack does, prepared by --attack-options. Throws InputError
/// for a range that exceeds it, and for images of another shape than those on which models are trained.
AssessOptions with_range(AssessOptions options);

/// Checks the options of the attack that can be checked without a query of a model, so that an error is found
/// before hours of searching or attacks: that the files of given models can be loaded, that the input shapes
/// that they state are those of the images, and bounds and settings for options.shape, else for the stated
/// shape. Throws InputError.
void check_attack(const AssessOptions& options);

/// Returns a warning for each given model file that has the same content and options as an earlier one.
std::vector<std::string> warnings_of_equal_models(const AssessOptions& options);

/// Returns whether `folder` holds a run, finished or not, on the present model file (by SHA-256) or address.
bool holds_run_of(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                  const std::filesystem::path& folder);

/// Attacks `model` within `bound` in folder/run_folder_of(), or continues the run there. Returns the exit
/// code that bo-attack has without --fail-if. A new run also counts sent_by_discarded(). Throws InputError
/// naming the model, and StorageError.
int attack_model(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                 const std::filesystem::path& folder);

/// Measures the latency in seconds of a query with one image of the shape in the model's first run. Returns
/// none if there is no run yet, if the run is on graphs, or if the model is not a file. Throws InputError or
/// VictimError if the model fails on the grey or noise images of the measurement.
std::optional<double> latency_of(const AssessOptions& options, const ListedModel& model,
                                 const std::filesystem::path& folder);

}  // namespace bora::tools
