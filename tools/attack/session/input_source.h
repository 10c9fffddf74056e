// Choice of the data that a run attacks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/checks/clean_accuracy.h"
#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"
#include "models/victims/answer_format.h"
#include "models/victims/metadata.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Returns the order of the inputs according to --order, as positions in `labels`; empty if it is that of the
/// data. Sets `remark` to a remark for the user if the order changes.
std::vector<int> order_of_inputs(const AttackConfig& config, const std::vector<int>& labels,
                                 std::string& remark);

/// Source of the inputs if no single input is named.
struct DataSource {
  std::string spec;         ///< data as load_dataset() or load_graphs() takes them
  SplitOptions split;       ///< division into parts, if the data have none
  Preparation preparation;  ///< preparation of images
};

/// Returns --data, or else the data named in the model's file, with the split stated there. `noun`: "image"
/// or "graph". Throws InputError if neither is given.
DataSource data_source(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun);

/// Calls `open`, which queries a model with the first inputs of `data`. Throws InputError that names the
/// first input (a `noun`) whose scores are not finite, by its number and file.
template <typename Dataset, typename Open>
void call_naming_probe(const Dataset& data, const char* noun, const Open& open) {
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

/// Returns the accuracy stated in the model's file, with the reason if it was measured on other inputs than
/// those of this run.
AccuracyClaim accuracy_claim(const AttackConfig& config, const std::optional<ModelMetadata>& metadata);

/// Returns text that describes the data, such as "cifar10/ (resized to 64)".
std::string data_text(const std::string& source, const std::vector<std::string>& remarks);

}  // namespace bora::tools
