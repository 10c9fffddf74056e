// Choice of the data that a run takes its inputs from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/checks/clean_accuracy.h"
#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"
#include "models/victims/engine_victim.h"
#include "models/victims/metadata.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Returns the rows of data with these labels in the order of --order; empty: unchanged.
/// `remark`: set to a remark for the user, if there is one.
std::vector<int> order_of_inputs(const AttackConfig& config, const std::vector<int>& labels,
                                 std::string& remark);

/// Source of the inputs if no single input is named: --data, or else the data named in the model's file, with
/// its split. `noun`: "image" or "graph", for the InputError if neither is given.
struct DataSource {
  std::string spec;
  SplitOptions split;
  Preparation preparation;  ///< preparation of images
};
DataSource data_source(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun);

/// Calls `open`, which tries a model on the first inputs of `data`. An error about scores that are not finite
/// then names the first such input, a `noun`, by its number and file.
template <typename Dataset, typename Open>
void naming_probe(const Dataset& data, const char* noun, const Open& open) {
  try {
    open();
  } catch (const bora::models::NotFiniteProbe& error) {
    const auto i = static_cast<std::size_t>(error.input);
    throw InputError("{}; the first is {} {}{}", error.what(), noun, data.records.at(i),
                     data.names.empty() ? "" : fmt::format(" ({})", printable(data.names.at(i))));
  }
}

/// Returns whether the inputs belong to the data named in the model's file; false if the file names none.
bool of_models_data(const AttackConfig& config, const ModelMetadata& metadata);

/// Returns the accuracy stated in the model's file, and whether it was measured on the inputs of this run.
AccuracyClaim accuracy_claim(const AttackConfig& config, const std::optional<ModelMetadata>& metadata);

}  // namespace bora::tools
