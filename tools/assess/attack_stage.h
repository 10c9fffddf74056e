// The stage that attacks: every model with the same attacks on the same inputs, once a bound.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/assess/assess_options.h"
#include "tools/assess/model_list.h"

namespace bora {

/// attacks/NAME/eps-BOUND or attacks/NAME/edits-BOUND, relative to the assessment's folder.
std::string run_folder_of(const AssessOptions& options, const std::string& model, const std::string& bound);

/// The same options with --stretch auto as what it stands for. Throws InputError for a stretch beyond the
/// test part.
AssessOptions with_stretch(AssessOptions options);

/// Whether the options of the attack are right, as far as can be said without a model and its data, and the
/// given models can be loaded, so that nobody searches for hours before a typo is found. Throws InputError.
void check_attack(const AssessOptions& options);

/// Whether there is a run, ended or not, and it is of the model as it is now.
bool holds_run_of(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                  const std::filesystem::path& folder);

/// Attacks `model` within `bound` in folder/run_folder_of(), or goes on with what is there. Returns
/// bo-attack's exit code, but for what conditions say. Throws InputError naming the model, StorageError.
int attack_model(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                 const std::filesystem::path& folder);

/// Asks the model for one image at a time; the shape is that of its first run. None if there is no run yet.
std::optional<double> latency_of(const AssessOptions& options, const ListedModel& model,
                                 const std::filesystem::path& folder);

}  // namespace bora
