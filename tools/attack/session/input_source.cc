#include "tools/attack/session/input_source.h"

#include <filesystem>

namespace bora::tools {

std::vector<int> order_of_inputs(const AttackConfig& config, const std::vector<int>& labels,
                                 std::string& remark) {
  const InputOrder order = config.data.order;
  std::vector<int> rows = ordered(labels, order, config.execution.seed);
  if (!rows.empty())
    remark = order == InputOrder::shuffled ? "in an order drawn by --seed"
             : order == InputOrder::spread ? "spread over their classes"
                                           : "spread over their classes, which come one after the other in "
                                             "the data; --order file: as they come";
  return rows;
}

DataSource data_source(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun) {
  DataSource source{config.data.spec, {}, config.data.preparation};
  if (metadata) {
    source.split = metadata->split;
    if (source.spec.empty()) source.spec = metadata->data;
  }
  if (source.spec.empty())
    throw InputError("--data: {} does not say which {}s it was made for; give --data or --{}",
                     config.victim.options.address, noun, noun);
  return source;
}

bool of_models_data(const AttackConfig& config, const ModelMetadata& metadata) {
  if (config.data.one_input()) return false;
  if (metadata.data.empty() || config.data.spec.empty()) return !metadata.data.empty();
  if (metadata.data == config.data.spec) return true;
  std::error_code error;
  const auto path = std::filesystem::canonical(config.data.spec, error).string();
  return !error && metadata.data == path;
}

AccuracyClaim accuracy_claim(const AttackConfig& config, const std::optional<ModelMetadata>& metadata) {
  AccuracyClaim claim;
  if (!metadata || !metadata->test_accuracy) return claim;
  claim.accuracy = metadata->test_accuracy;
  if (config.data.one_input()) {
    claim.other_data = "what is attacked is one file";
  } else if (metadata->data.empty()) {
    claim.other_data = "it does not say of which";
  } else if (!of_models_data(config, *metadata)) {
    claim.other_data = fmt::format("{}, not {}", metadata->data, config.data.spec);
  } else if (config.data.part != Part::test) {
    claim.other_data =
        fmt::format("the test part, not {}", config.data.part == Part::all ? "all" : "the train part");
  }
  return claim;
}

std::string data_text(const std::string& source, const std::vector<std::string>& remarks) {
  return remarks.empty() ? source : fmt::format("{} ({})", source, join(remarks, "; "));
}

}  // namespace bora::tools
