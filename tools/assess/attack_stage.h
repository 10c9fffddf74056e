// The stage that attacks every model with the same attacks on the same inputs, once for each bound.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/model_list.h"

namespace bora::tools {

/// Returns attacks/NAME/eps-BOUND or attacks/NAME/edits-BOUND, relative to the folder of the assessment.
std::string run_folder_of(const AssessOptions& options, const std::string& model, const std::string& bound);

/// Returns the options with --range auto replaced by its value, and an example of the data if they have a
/// test part that is read. Throws InputError for a range that exceeds the test part.
AssessOptions with_range(AssessOptions options);

/// Checks the options of the attack that can be checked without a model, and that the given models can be
/// loaded, so that a typo is found before a search of hours. Bounds and settings are held against the shape
/// of the example, or of the input that a given model's file names. Throws InputError.
void check_attack(const AssessOptions& options);

/// Returns whether a run exists, finished or not, that was made with the current version of the model.
bool holds_run_of(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                  const std::filesystem::path& folder);

/// Attacks `model` within `bound` in folder/run_folder_of(), or continues the run there. Returns the exit
/// code of bo-attack without its conditions. Throws InputError naming the model, StorageError.
int attack_model(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                 const std::filesystem::path& folder);

/// Measures the latency of queries with one image, of the shape of its first run, in seconds. None if there
/// is no run yet, if the run is on graphs, or if the model is not a file.
std::optional<double> latency_of(const AssessOptions& options, const ListedModel& model,
                                 const std::filesystem::path& folder);

}  // namespace bora::tools
