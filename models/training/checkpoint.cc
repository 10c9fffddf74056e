#include "models/training/checkpoint.h"

#include <fstream>
#include <iterator>
#include <limits>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "common/json.h"

namespace bora::models {
namespace {

using Json = nlohmann::json;

// Version of the file format: a line of JSON, followed by the bytes of the state.
constexpr int kFormat = 1;
constexpr std::uint64_t kLargest = std::numeric_limits<int>::max();  // largest number of epochs or images

Json evaluation_json(const std::optional<Evaluation>& evaluation) {
  if (!evaluation) return {};
  return {{"correct", evaluation->accuracy.correct},
          {"total", evaluation->accuracy.total},
          {"loss", evaluation->loss}};
}

// Returns a number of epochs or images. Throws Json::exception for any other value: a conversion would be
// undefined for 1e300.
int count_in(const Json& json, const char* name) {
  const Json& value = json.at(name);
  const auto count = value.is_number_unsigned() ? value.get<std::uint64_t>() : kLargest + 1;
  if (count > kLargest) throw Json::out_of_range::create(406, name, &value);
  return static_cast<int>(count);
}

std::optional<Evaluation> evaluation_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return Evaluation{.accuracy = {.correct = count_in(json, "correct"), .total = count_in(json, "total")},
                    .loss = json.at("loss")};
}

void refuse_another(const std::map<std::string, std::string>& asked,
                    const std::map<std::string, std::string>& kept, const std::string& file) {
  auto names = asked;
  names.insert(kept.begin(), kept.end());
  const auto value_in = [](const std::map<std::string, std::string>& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? "" : found->second;
  };
  for (const auto& [name, ignored] : names)
    // Compares them as the file stores them, with replacement characters for invalid UTF-8.
    if (json_text(Json(value_in(kept, name))) != json_text(Json(value_in(asked, name))))
      throw InputError("{}: is of a training with {} '{}', it cannot be resumed with '{}'", file, name,
                       value_in(kept, name), value_in(asked, name));
}

}  // namespace

void write_checkpoint(const CheckpointPlan& plan, const Checkpoint& checkpoint) {
  const Json head = {{"format", kFormat},
                     {"training", plan.training},
                     {"epochs", checkpoint.epochs},
                     {"best",
                      {{"epochs", checkpoint.best.epochs},
                       {"loss", checkpoint.best.loss},
                       {"seconds", checkpoint.best.seconds},
                       {"validation", evaluation_json(checkpoint.best.validation)}}},
                     {"sha256", sha256(checkpoint.state)}};
  write_atomically(plan.file, json_text(head) + "\n" + checkpoint.state);
}

std::optional<Checkpoint> read_checkpoint(const CheckpointPlan& plan) {
  const std::string name = plan.file.string();
  std::ifstream file(plan.file, std::ios::binary);
  if (std::error_code none; !file && !std::filesystem::exists(plan.file, none)) return std::nullopt;
  if (!file) throw InputError("{}: cannot be read", name);
  std::string line;
  std::getline(file, line);
  Checkpoint checkpoint;
  checkpoint.state.assign(std::istreambuf_iterator<char>(file), {});
  std::map<std::string, std::string> training;
  try {
    const Json head = parse_valid_json(line);
    if (head.at("format") != kFormat || head.at("sha256") != sha256(checkpoint.state))
      throw InputError("{}: damaged, or of another version", name);
    training = head.at("training").get<std::map<std::string, std::string>>();
    checkpoint.epochs = count_in(head, "epochs");
    const Json& best = head.at("best");
    checkpoint.best = {.epochs = count_in(best, "epochs"),
                       .loss = best.at("loss"),
                       .validation = evaluation_of(best.at("validation")),
                       .seconds = best.at("seconds")};
  } catch (const Json::exception&) {
    throw InputError("{}: is not a checkpoint of a training", name);
  }
  refuse_another(plan.training, training, name);
  return checkpoint;
}

}  // namespace bora::models
