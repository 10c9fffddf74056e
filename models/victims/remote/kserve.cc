#include "models/victims/remote/kserve.h"

#include <bit>
#include <cstring>
#include <iterator>
#include <optional>

#include "common/error.h"
#include "common/json.h"
#include "common/number.h"
#include "common/text.h"
#include "models/victims/engine.h"
#include "models/victims/remote/json_numbers.h"

namespace bora::models {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "values are sent as they lie in memory");

json parsed(std::string_view text, const char* what) {
  if (nests_deeper(text, kDeepestJson))
    throw ProtocolError(fmt::format("{} nests deeper than {} levels", what, kDeepestJson));
  json value = parse_json(text);
  if (value.is_discarded() && text.starts_with('{'))
    if (const std::string number = number_without_json(text); !number.empty())
      throw ProtocolError(fmt::format(
          "{} holds {}, which is neither a score nor JSON, expected finite numbers", what, number));
  if (!value.is_object())
    throw ProtocolError(fmt::format("{} is not a JSON object but '{}'", what, printable(text, 80)));
  return value;
}

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::int64_t> sides_of(const json& tensor) {
  std::vector<std::int64_t> sides;
  const auto shape = tensor.find("shape");
  if (shape == tensor.end() || !shape->is_array())
    throw VictimError(fmt::format("states no shape of '{}'", printable(text_of(tensor, "name"))));
  for (const json& side : *shape) {
    if (!side.is_number_integer())
      throw VictimError(fmt::format("states the shape {} of '{}'", printable(shape->dump(), 80),
                                    printable(text_of(tensor, "name"))));
    sides.push_back(side.get<std::int64_t>());
  }
  return sides;
}

std::vector<KserveTensor> tensors_of(const json& model, const char* name) {
  std::vector<KserveTensor> tensors;
  const auto found = model.find(name);
  if (found == model.end() || found->is_null()) return tensors;
  if (!found->is_array()) throw VictimError(fmt::format("states no list of {}", name));
  for (const json& tensor : *found) {
    if (!tensor.is_object()) throw VictimError(fmt::format("states no list of {}", name));
    tensors.push_back({text_of(tensor, "name"), text_of(tensor, "datatype"), sides_of(tensor)});
  }
  return tensors;
}

// Appends the numbers of a nested list to `values`. depth: levels of nesting that are still allowed (a
// million would overflow the stack); most: largest size of `values`; name: tensor's name, for errors.
void flatten(const json& data, std::size_t depth, std::size_t most, const std::string& name,
             std::vector<float>& values) {
  if (data.is_array()) {
    if (depth == 0) throw ProtocolError("answers with values nested deeper than its shape states");
    for (const json& part : data) flatten(part, depth - 1, most, name, values);
    return;
  }
  if (values.size() >= most) throw ProtocolError("answers with more values than its shape states");
  if (data.is_number())
    values.push_back(data.get<float>());
  else  // servers write null or a string for NaN
    throw ProtocolError(fmt::format("answers with {} among the values of '{}', expected finite numbers",
                                    printable(json_text(data), 40), printable(name)));
}

template <typename Stored>
void convert(std::string_view bytes, std::vector<float>& values) {
  values.resize(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    values[i] = static_cast<float>(stored);
  }
}

std::size_t size_of(const std::string& datatype) {
  if (datatype == "FP16" || datatype == "BF16") return 2;
  if (datatype == "FP32" || datatype == "INT32") return 4;
  if (datatype == "FP64" || datatype == "INT64") return 8;
  throw ProtocolError(
      fmt::format("answers with values of type '{}', expected FP16, BF16, FP32, FP64, INT32 or INT64",
                  printable(datatype)));
}

void read_binary(std::string_view bytes, const std::string& datatype, std::vector<float>& values) {
  if (datatype == "FP16") convert<Eigen::half>(bytes, values);
  if (datatype == "BF16") convert<Eigen::bfloat16>(bytes, values);
  if (datatype == "FP32") convert<float>(bytes, values);
  if (datatype == "FP64") convert<double>(bytes, values);
  if (datatype == "INT32") convert<std::int32_t>(bytes, values);
  if (datatype == "INT64") convert<std::int64_t>(bytes, values);
}

// Returns the values of an output, rows x columns. binary: its bytes; nullopt if they are in JSON.
Batch values_of(const json& tensor, std::optional<std::string_view> binary, Eigen::Index rows) {
  std::int64_t columns = 1;
  const auto sides = sides_of(tensor);
  for (std::size_t i = 1; i < sides.size(); ++i)
    if (sides[i] < 1 || sides[i] > kMostScores || (columns *= sides[i]) > kMostScores)
      throw VictimError(
          fmt::format("answers with the shape {}", printable(json_text(tensor.at("shape")), 80)));
  if (sides.empty() || sides[0] != rows)
    throw VictimError(fmt::format("answers with the shape {} to {}, expected {}",
                                  printable(json_text(tensor.at("shape")), 80), count_of(rows, "input"),
                                  count_of(rows, "row")));
  const auto wanted = static_cast<std::size_t>(rows * columns);
  const std::string datatype = text_of(tensor, "datatype");
  const std::size_t each = size_of(datatype);
  std::vector<float> values;
  if (binary) {
    if (binary->size() != wanted * each)
      throw ProtocolError(
          fmt::format("sends {} bytes of values for {} of {} bytes", binary->size(), wanted, each));
    read_binary(*binary, datatype, values);
  } else if (const auto data = tensor.find("data"); data != tensor.end()) {
    flatten(*data, sides.size() + 1, wanted, text_of(tensor, "name"), values);
  }
  if (values.size() != wanted)
    throw ProtocolError(fmt::format("answers with {}, its shape states {}",
                                    count_of(static_cast<std::int64_t>(values.size()), "value"), wanted));
  return Eigen::Map<const Batch>(values.data(), rows, columns);
}

std::optional<std::size_t> binary_size(const json& tensor) {
  const auto parameters = tensor.find("parameters");
  if (parameters == tensor.end() || !parameters->is_object()) return std::nullopt;
  const auto size = parameters->find("binary_data_size");
  if (size == parameters->end()) return std::nullopt;
  if (!size->is_number_unsigned()) throw ProtocolError("states a binary_data_size that is not a size");
  return size->get<std::size_t>();
}

}  // namespace

KserveModel kserve_model(std::string_view text) {
  const json model = parsed(text, "its description");
  KserveModel out{text_of(model, "name"),
                  text_of(model, "platform"),
                  {},
                  tensors_of(model, "inputs"),
                  tensors_of(model, "outputs")};
  if (const auto versions = model.find("versions"); versions != model.end() && versions->is_array())
    for (const json& version : *versions)
      if (version.is_string()) out.versions.push_back(version);
  return out;
}

bool takes_binary(std::string_view text) {
  const json server = parse_json(text);
  if (!server.is_object()) return false;
  const auto extensions = server.find("extensions");
  if (extensions == server.end() || !extensions->is_array()) return false;
  return std::ranges::count(*extensions, json("binary_tensor_data")) > 0;
}

KserveRequest kserve_request(const KserveTensor& input, const std::vector<std::int64_t>& sides,
                             const Batch& values, const std::vector<std::string>& outputs, bool binary) {
  json tensor = {{"name", input.name}, {"datatype", "FP32"}, {"shape", sides}};
  json request = json::object();
  const auto bytes = static_cast<std::size_t>(values.size()) * sizeof(float);
  if (binary) tensor["parameters"]["binary_data_size"] = bytes;
  for (const std::string& output : outputs) {
    json wanted = {{"name", output}};
    if (binary) wanted["parameters"]["binary_data"] = true;
    request["outputs"].push_back(wanted);
  }
  KserveRequest out;
  if (binary) {
    request["inputs"] = json::array({tensor});
    out.body = json_text(request);
    out.headers = {"Content-Type: application/octet-stream",
                   fmt::format("Inference-Header-Content-Length: {}", out.body.size())};
    out.body.append(reinterpret_cast<const char*>(values.data()), bytes);
    return out;
  }
  // Writes each float with the fewest digits that identify it. A JSON library would write it as a double.
  tensor["data"] = json::array();
  request["inputs"] = json::array({tensor});
  const std::string around = json_text(request);
  const auto place = around.find("\"data\":[") + std::string_view("\"data\":[").size();
  out.body = around.substr(0, place);
  out.body.reserve(around.size() + static_cast<std::size_t>(values.size()) * 12);
  for (Eigen::Index i = 0; i < values.size(); ++i)
    fmt::format_to(std::back_inserter(out.body), "{}{}", i == 0 ? "" : ",", values.data()[i]);
  out.body += around.substr(place);
  out.headers = {"Content-Type: application/json"};
  return out;
}

KserveScores kserve_scores(std::string_view body, const std::string& json_bytes, const std::string& output,
                           Eigen::Index rows) {
  std::size_t split = body.size();
  if (!json_bytes.empty()) {
    const auto said = to_number<std::size_t>(json_bytes, 0, body.size());
    if (!said)
      throw VictimError(
          fmt::format("states that '{}' of its {} bytes are JSON", printable(json_bytes, 40), body.size()));
    split = *said;
  }
  const json answer = parsed(body.substr(0, split), "its answer");
  std::string_view binary = body.substr(split);
  const auto outputs = answer.find("outputs");
  if (outputs == answer.end() || !outputs->is_array() || outputs->empty()) {
    const std::string error = text_of(answer, "error");
    if (error.empty()) throw ProtocolError("answers without outputs");
    throw VictimError(fmt::format("answers without outputs: {}", printable(error)));
  }
  for (const json& tensor : *outputs) {
    if (!tensor.is_object()) throw ProtocolError("answers without outputs");
    const std::optional<std::size_t> size = binary_size(tensor);
    if (size && *size > binary.size())
      throw ProtocolError(fmt::format("states {} bytes of values and sends {}", *size, binary.size()));
    const std::string_view own = binary.substr(0, size.value_or(0));
    binary.remove_prefix(own.size());
    if (!output.empty() && text_of(tensor, "name") != output) continue;
    return {values_of(tensor, size ? std::optional(own) : std::nullopt, rows),
            text_of(answer, "model_version")};
  }
  throw ProtocolError(fmt::format("answers without the output '{}'", printable(output)));
}

}  // namespace bora::models
