#include "models/victims/metadata.h"

#include <cmath>

#include "common/error.h"
#include "common/json.h"
#include "common/number.h"
#include "common/text.h"
#include "models/victims/torch/archive.h"

namespace bora::models {
namespace {

using nlohmann::json;

constexpr int kMetadataFormat = 1;  // version of the format

template <typename Value>
Value parse_name(const std::string& text, const std::string& where,
                 std::initializer_list<std::pair<const char*, Value>> values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    if (text == name) return value;
    names.emplace_back(name);
  }
  throw InputError("{}: '{}' is not one of {}", where, printable(text), join(names));
}

// Reader of one JSON object, key by key. Errors name the file and the full key.
class ObjectReader {
 public:
  ObjectReader(const json& object, std::string where, std::string prefix = "")
      : object_(object), where_(std::move(where)), prefix_(std::move(prefix)) {
    if (!object_.is_object()) throw InputError("{}: {} must be a JSON object", where_, name_of_self());
  }

  std::string location(const std::string& key) const { return where_ + ": " + prefix_ + key; }

  const json* find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  std::optional<ObjectReader> object(const char* key) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    return ObjectReader(*value, where_, prefix_ + key + ".");
  }

  std::optional<std::string> text(const char* key) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) throw wrong(key, *value, "a string");
    return value->get<std::string>();
  }

  std::optional<double> number(const char* key, double low, double high) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number() || !(value->get<double>() >= low && value->get<double>() <= high))
      throw wrong(key, *value, fmt::format("a number in [{}, {}]", low, high));
    return value->get<double>();
  }

  template <typename Integer>
  std::optional<Integer> integer(const char* key, Integer low) const {
    const json* value = find(key);
    if (value == nullptr) return std::nullopt;
    return checked_integer<Integer>(key, *value, low);
  }

  template <typename Integer>
  Integer checked_integer(const char* key, const json& value, Integer low,
                          Integer high = std::numeric_limits<Integer>::max()) const {
    const bool fits = value.is_number_unsigned() &&
                      value.get<std::uint64_t>() <= static_cast<std::uint64_t>(high) &&
                      value.get<std::uint64_t>() >= static_cast<std::uint64_t>(low);
    if (!fits) throw wrong(key, value, "a whole number " + range_text(low, high));
    return value.get<Integer>();
  }

  InputError wrong(const char* key, const json& found, const std::string& expected) const {
    return InputError("{} is {}, expected {}", location(key), printable(json_text(found)), expected);
  }

 private:
  std::string name_of_self() const {
    return prefix_.empty() ? "the whole" : prefix_.substr(0, prefix_.size() - 1);
  }

  const json& object_;
  std::string where_;
  std::string prefix_;
};

void read_input(const ObjectReader& input, ModelMetadata& metadata) {
  if (const json* shape = input.find("shape")) {
    if (!shape->is_array() || shape->size() != 3)
      throw input.wrong("shape", *shape, "[channels, height, width]");
    int sides[3];
    constexpr int kLongestSide = 1 << 15;
    for (int i = 0; i < 3; ++i) sides[i] = input.checked_integer<int>("shape", (*shape)[i], 1, kLongestSide);
    metadata.input = ImageShape{sides[0], sides[1], sides[2]};
  }
  if (const json* range = input.find("range")) {
    const bool pair =
        range->is_array() && range->size() == 2 && (*range)[0].is_number() && (*range)[1].is_number();
    const bool finite =
        pair && std::isfinite((*range)[0].get<float>()) && std::isfinite((*range)[1].get<float>());
    if (!finite || !((*range)[0].get<float>() < (*range)[1].get<float>()))
      throw input.wrong("range", *range, "[low, high] with low < high, finite");
    metadata.range = ValueRange{(*range)[0].get<float>(), (*range)[1].get<float>()};
  }
  if (const auto layout = input.text("layout"))
    metadata.layout = parse_layout(*layout, input.location("layout"));
}

// Reads the input of a classifier of graphs. The keys of images are ignored there, as unknown keys are.
void read_graph_input(const ObjectReader& input, GraphInput& graph) {
  graph.features = input.text("features").value_or("");
  graph.node_label_count = input.integer<int>("node_label_count", 0).value_or(0);
  graph.attribute_count = input.integer<int>("attribute_count", 0).value_or(0);
}

void read_output(const ObjectReader& output, ModelMetadata& metadata) {
  if (const auto kind = output.text("kind")) metadata.kind = parse_score_kind(*kind, output.location("kind"));
  metadata.classes = output.integer<int>("classes", 2);
  if (const json* names = output.find("class_names")) {
    if (!names->is_array()) throw output.wrong("class_names", *names, "an array of strings");
    for (const auto& name : *names) {
      if (!name.is_string()) throw output.wrong("class_names", name, "a string");
      metadata.class_names.push_back(name.get<std::string>());
    }
    if (metadata.classes && !names->empty() && static_cast<int>(names->size()) != *metadata.classes)
      throw InputError("{} has {} for {}", output.location("class_names"),
                       count_of(static_cast<std::int64_t>(names->size()), "name"),
                       count_of(*metadata.classes, "class", "classes"));
  }
}

void read_data(const ObjectReader& data, ModelMetadata& metadata) {
  metadata.data = data.text("source").value_or("");
  metadata.split.seed = data.integer<std::uint64_t>("split_seed", 0).value_or(metadata.split.seed);
  if (const auto fraction = data.number("test_fraction", 0, 1)) {
    if (*fraction <= 0 || *fraction >= 1)
      throw data.wrong("test_fraction", *data.find("test_fraction"), "a number between 0 and 1");
    metadata.split.test_fraction = *fraction;
  }
}

TrainingSummary read_training(const ObjectReader& training) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  TrainingSummary summary;
  summary.epochs = training.integer<int>("epochs", 0).value_or(0);
  summary.batch = training.integer<int>("batch", 0).value_or(0);
  summary.learning_rate = training.number("learning_rate", 0, kLargest).value_or(0);
  summary.weight_decay = training.number("weight_decay", 0, kLargest).value_or(0);
  summary.adversarial = training.number("adversarial", 0, 1).value_or(0);
  summary.seed = training.integer<std::uint64_t>("seed", 0).value_or(0);
  return summary;
}

}  // namespace

ScoreKind parse_score_kind(const std::string& text, const std::string& where) {
  return parse_name<ScoreKind>(text, where,
                               {{"logits", ScoreKind::logits}, {"probabilities", ScoreKind::probabilities}});
}

std::string to_json(const ModelMetadata& metadata) {
  json out = {{"format", kMetadataFormat}};
  if (metadata.input)
    out["input"]["shape"] = {metadata.input->channels, metadata.input->height, metadata.input->width};
  if (metadata.range) out["input"]["range"] = {metadata.range->low, metadata.range->high};
  if (metadata.layout) out["input"]["layout"] = to_string(*metadata.layout);
  if (const auto& graph = metadata.graph) {
    out["task"] = "graph";
    out["input"] = {{"features", graph->features},
                    {"node_label_count", graph->node_label_count},
                    {"attribute_count", graph->attribute_count}};
  }
  if (metadata.kind) out["output"]["kind"] = to_string(*metadata.kind);
  if (metadata.classes) out["output"]["classes"] = *metadata.classes;
  if (!metadata.class_names.empty()) out["output"]["class_names"] = metadata.class_names;
  if (!metadata.data.empty())
    out["data"] = {{"source", metadata.data},
                   {"test_fraction", metadata.split.test_fraction},
                   {"split_seed", metadata.split.seed}};
  if (!metadata.architecture.empty()) out["architecture"] = metadata.architecture;
  if (metadata.test_accuracy) out["test_accuracy"] = *metadata.test_accuracy;
  if (const auto& training = metadata.training)
    out["training"] = {{"epochs", training->epochs},
                       {"batch", training->batch},
                       {"learning_rate", training->learning_rate},
                       {"weight_decay", training->weight_decay},
                       {"seed", training->seed}};
  if (metadata.training && metadata.training->adversarial > 0)
    out["training"]["adversarial"] = metadata.training->adversarial;
  // json_text() replaces invalid bytes, because class names and paths need not be UTF-8.
  return json_text(out, 2);
}

ModelMetadata metadata_from_json(const std::string& text, const std::string& where) {
  const json parsed = parse_json(text);
  if (parsed.is_discarded()) throw InputError("{}: not valid JSON", where);
  const ObjectReader reader(parsed, where);
  if (const auto format = reader.integer<int>("format", 1);
      format.value_or(kMetadataFormat) > kMetadataFormat)
    throw InputError("{}: format is {}, this version reads up to {}", where, *format, kMetadataFormat);
  ModelMetadata metadata;
  const std::string task = reader.text("task").value_or("image");
  if (parse_name<bool>(task, reader.location("task"), {{"image", false}, {"graph", true}}))
    metadata.graph = GraphInput{};
  if (const auto input = reader.object("input")) {
    if (metadata.graph)
      read_graph_input(*input, *metadata.graph);
    else
      read_input(*input, metadata);
  }
  if (const auto output = reader.object("output")) read_output(*output, metadata);
  if (const auto data = reader.object("data")) read_data(*data, metadata);
  metadata.architecture = reader.text("architecture").value_or("");
  metadata.test_accuracy = reader.number("test_accuracy", 0, 1);
  if (const auto training = reader.object("training")) metadata.training = read_training(*training);
  return metadata;
}

std::optional<ModelMetadata> read_metadata(const std::string& path) {
  const auto text = read_extra_file(path, kMetadataFile);
  if (!text) return std::nullopt;
  return metadata_from_json(*text, path + ": " + kMetadataFile);
}

std::optional<ContentSet> read_training_images(const std::string& path) {
  const auto bytes = read_extra_file(path, kTrainingImagesFile);
  if (!bytes) return std::nullopt;
  return ContentSet::from_bytes(*bytes, path + ": " + kTrainingImagesFile);
}

}  // namespace bora::models
