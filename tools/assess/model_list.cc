#include "tools/assess/model_list.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "common/files/atomic_write.h"
#include "common/json.h"
#include "models/victims/address.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFile = "models.json";

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

// Returns the path of `file` relative to `folder` if it lies below it, so that the folder can be moved; else
// its absolute path. "" stays "".
std::string path_below(const fs::path& file, const fs::path& folder) {
  if (file.empty()) return "";
  const fs::path inside =
      fs::absolute(file).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
  return inside.empty() || *inside.begin() == ".." ? fs::absolute(file).lexically_normal().string()
                                                   : inside.string();
}

Json search_json(const SearchRecord& search) {
  Json networks = Json::array();
  for (const SearchedNetwork& network : search.networks)
    networks.push_back({{"number", network.number},
                        {"architecture", network.architecture},
                        {"accuracy", maybe(network.accuracy)},
                        {"robustness", maybe(network.robustness)},
                        {"weights", network.weights},
                        {"seconds", network.seconds},
                        {"finalist", network.finalist}});
  return {{"space", search.space},
          {"strategy", search.strategy},
          {"objective", search.objective},
          {"networks", std::move(networks)}};
}

}  // namespace

void write_model_list(const ModelList& list, const fs::path& folder) {
  Json models = Json::array();
  for (const ListedModel& model : list.models)
    models.push_back(
        {{"name", model.name},
         {"origin", model.origin},
         {"architecture", model.architecture},
         {"file", is_file_address(model.address) ? path_below(model.address, folder) : model.address},
         {"weights", maybe(model.weights)},
         {"latency", maybe(model.latency)},
         {"seconds", maybe(model.seconds)},
         {"runs", model.runs},
         {"failure", model.failure}});
  Json json = {{"format", 1},
               {"command", list.command},
               {"directory", list.directory},
               {"version", list.version},
               {"started", list.started},
               {"finished", list.finished},
               {"status", list.status},
               {"models", std::move(models)},
               {"search", list.search ? search_json(*list.search) : Json()}};
  if (list.bound) json["bound"] = *list.bound;
  write_atomically(folder / kFile, json_text(json, 2) + "\n");
}

EarlierPart read_earlier_part(const fs::path& folder) {
  EarlierPart part;
  std::ifstream in(folder / kFile);
  const auto json = parse_json(in);
  if (!json.is_object()) return part;
  const auto text = [&](const char* key) {
    return json.contains(key) && json.at(key).is_string() ? json.at(key).get<std::string>() : std::string();
  };
  part.started = text("started");
  part.command = text("command");
  part.directory = text("directory");
  if (!json.contains("models") || !json.at("models").is_array()) return part;
  for (const auto& model : json.at("models"))
    if (model.is_object() && model.contains("name") && model.at("name").is_string() &&
        model.contains("latency") && model.at("latency").is_number())
      part.latencies[model.at("name").get<std::string>()] = model.at("latency").get<double>();
  return part;
}

}  // namespace bora::tools
