#include "models/victims/onnx/onnx_file.h"

#include <algorithm>
#include <set>

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include "common/error.h"
#include "common/text.h"
#include "data/files/file.h"

namespace bora::models {
namespace {

using onnx::ModelProto;
using onnx::TensorProto;

// Maximum size of a protobuf message in bytes.
constexpr std::size_t kMostBytes = (std::size_t{1} << 31) - 1;

ModelProto parse(const std::string& bytes, const std::string& path) {
  // Prevents protobuf from printing its own error messages.
  const google::protobuf::LogSilencer silent;
  ModelProto model;
  if (!model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    throw InputError("{}: is not an ONNX model, or is cut short", path);
  if (!model.has_graph() || model.graph().node_size() == 0)
    throw InputError("{}: is not an ONNX model: it has no graph", path);
  return model;
}

constexpr std::int64_t kMostWeights = std::int64_t{1} << 31;  // in one tensor; more exceed kMostBytes
constexpr std::int64_t kMostColumns = std::int64_t{1} << 31;

// Newest known IR version and opset: those of ONNX 1.23 (VERSION_TABLE in its onnx/helper.py).
constexpr std::int64_t kNewestFormat = 14, kNewestOperators = 28;

// Returns OnnxFile::doubt.
std::string doubt_about_versions(const ModelProto& model) {
  std::int64_t operators = 0;
  for (const auto& set : model.opset_import())
    if (set.domain().empty() || set.domain() == "ai.onnx")
      operators = std::max<std::int64_t>(operators, set.version());
  if (model.ir_version() <= kNewestFormat && operators <= kNewestOperators) return "";
  return fmt::format(
      "the file states IR version {} and opset {}, but the newest known ones are {} and {} (ONNX 1.23): its "
      "operations may be computed in an older meaning, so the scores may be wrong",
      model.ir_version(), operators, kNewestFormat, kNewestOperators);
}

// Returns the number of values that an output declares for each image: the product of its axes except the
// first, which is the batch.
std::optional<std::int64_t> declared_columns(const onnx::TypeProto::Tensor& tensor) {
  if (!tensor.has_shape() || tensor.shape().dim_size() < 2) return std::nullopt;
  std::int64_t columns = 1;
  for (int i = 1; i < tensor.shape().dim_size(); ++i) {
    const auto& side = tensor.shape().dim(i);
    if (!side.has_dim_value() || side.dim_value() < 1 || side.dim_value() > kMostColumns / columns)
      return std::nullopt;
    columns *= side.dim_value();
  }
  return columns;
}

// Changes an input to single precision, and adds a first node that casts it to its original type.
void make_single(onnx::GraphProto& graph, onnx::ValueInfoProto& input) {
  auto& type = *input.mutable_type()->mutable_tensor_type();
  auto& cast = *graph.add_node();
  cast.set_op_type("Cast");
  cast.add_output(input.name());
  input.set_name("single_" + input.name());
  cast.set_name(input.name());
  cast.add_input(input.name());
  auto& to = *cast.add_attribute();
  to.set_name("to");
  to.set_type(onnx::AttributeProto::INT);
  to.set_i(type.elem_type());
  type.set_elem_type(TensorProto::FLOAT);
  for (int i = graph.node_size() - 1; i > 0; --i) graph.mutable_node()->SwapElements(i, i - 1);
}

// Searches the whole message (weights, constants of nodes, branches) for a tensor whose values are stored in
// another file, which an engine would read. Returns null if there is none. protobuf limits the depth.
const TensorProto* find_external_tensor(const google::protobuf::Message& message) {
  if (const auto* const tensor = dynamic_cast<const TensorProto*>(&message))
    return tensor->data_location() == TensorProto::EXTERNAL ? tensor : nullptr;
  const auto& content = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  content.ListFields(message, &fields);
  for (const auto* const field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const int count = field->is_repeated() ? content.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i)
      if (const auto* const found =
              find_external_tensor(field->is_repeated() ? content.GetRepeatedMessage(message, field, i)
                                                        : content.GetMessage(message, field)))
        return found;
  }
  return nullptr;
}

std::int64_t number_of_weights(const onnx::GraphProto& graph, const std::string& path) {
  std::int64_t count = 0;
  for (const auto& tensor : graph.initializer()) {
    std::int64_t size = 1;
    for (const auto side : tensor.dims()) {
      if (side < 0 || side > kMostWeights || size * side > kMostWeights)
        throw InputError("{}: its weights '{}' have a side of {}, expected at most {} numbers in all", path,
                         printable(tensor.name()), side, kMostWeights);
      size *= side;
    }
    count += size;
  }
  return count;
}

// Returns the inputs of the graph that are no weights.
std::vector<onnx::ValueInfoProto*> inputs_of(onnx::GraphProto& graph) {
  std::set<std::string> weights;
  for (const auto& tensor : graph.initializer()) weights.insert(tensor.name());
  std::vector<onnx::ValueInfoProto*> inputs;
  for (auto& input : *graph.mutable_input())
    if (!weights.contains(input.name())) inputs.push_back(&input);
  return inputs;
}

// Reads the input of the graph into `file`, and changes it to single precision. Returns whether the graph was
// changed.
bool read_input(onnx::GraphProto& graph, OnnxFile& file) {
  const auto inputs = inputs_of(graph);
  if (inputs.size() != 1) {
    std::vector<std::string> names;
    for (const auto* const input : inputs) names.push_back(printable(input->name()));
    throw InputError("{}: has {} inputs{}, expected one", file.name, inputs.size(),
                     inputs.empty() ? "" : fmt::format(" ({})", join(names)));
  }
  onnx::ValueInfoProto& input = *inputs.front();
  const std::string name = printable(input.name());
  const auto& tensor = input.type().tensor_type();
  const int type = tensor.elem_type();
  file.eight_bit = type == TensorProto::UINT8;
  const bool castable = type == TensorProto::FLOAT16 || type == TensorProto::DOUBLE || file.eight_bit;
  if (!castable && type != TensorProto::FLOAT)
    throw InputError("{}: its input '{}' is of type {}, expected FLOAT, FLOAT16, DOUBLE or UINT8", file.name,
                     name,
                     TensorProto::DataType_IsValid(type)
                         ? TensorProto::DataType_Name(static_cast<TensorProto::DataType>(type))
                         : std::to_string(type));
  for (const auto& side : tensor.shape().dim())
    file.sides.push_back(side.has_dim_value() && side.dim_value() > 0 ? side.dim_value() : -1);
  if (file.sides.size() < 2)
    throw InputError("{}: its input '{}' has {}, expected a batch axis and those of an image", file.name,
                     name, count_of(static_cast<std::int64_t>(file.sides.size()), "axis", "axes"));
  if (castable) make_single(graph, input);
  file.input = input.name();
  return castable;
}

void read_outputs(const onnx::GraphProto& graph, OnnxFile& file) {
  for (const auto& output : graph.output()) {
    file.outputs.push_back(output.name());
    file.columns.push_back(declared_columns(output.type().tensor_type()));
  }
  if (file.outputs.empty()) throw InputError("{}: has no output", file.name);
}

}  // namespace

OnnxFile read_onnx(const std::string& path) {
  const auto content = read_complete_file(path);
  if (content.size() > kMostBytes)
    throw InputError("{}: has {} bytes, expected at most {}; keep its weights in the file itself", path,
                     content.size(), kMostBytes);
  OnnxFile file;
  file.name = path;
  file.bytes.assign(content.begin(), content.end());
  ModelProto model = parse(file.bytes, path);
  file.doubt = doubt_about_versions(model);
  if (const auto* const tensor = find_external_tensor(model))
    throw InputError(
        "{}: keeps the weights '{}' in another file, expected them in the file itself (torch.onnx.export: external_data=False)",
        path, printable(tensor->name()));
  file.weights = number_of_weights(model.graph(), path);
  if (read_input(*model.mutable_graph(), file)) file.bytes = model.SerializeAsString();
  read_outputs(model.graph(), file);
  for (const auto& property : model.metadata_props())
    if (property.key() == kMetadataFile) file.stated = property.value();
  return file;
}

std::string with_input_sides(const OnnxFile& file, std::int64_t batch,
                             const std::vector<std::int64_t>& sides) {
  ModelProto model = parse(file.bytes, file.name);
  for (auto& input : *model.mutable_graph()->mutable_input()) {
    if (input.name() != file.input) continue;
    auto* shape = input.mutable_type()->mutable_tensor_type()->mutable_shape();
    shape->mutable_dim(0)->set_dim_value(batch);
    for (std::size_t i = 0; i < sides.size(); ++i)
      shape->mutable_dim(static_cast<int>(i) + 1)->set_dim_value(sides[i]);
  }
  // OpenCV requires that outputs declare a shape, but accepts an empty one.
  for (auto& output : *model.mutable_graph()->mutable_output())
    output.mutable_type()->mutable_tensor_type()->mutable_shape();
  return model.SerializeAsString();
}

ModelMetadata onnx_metadata(const OnnxFile& file) {
  ModelMetadata metadata;
  if (file.stated) metadata = metadata_from_json(*file.stated, file.name + ": " + kMetadataFile);
  if (file.eight_bit && !metadata.range) metadata.range = ValueRange{0, 255};
  const auto& sides = file.sides;
  const bool known = sides.size() == 4 && std::none_of(sides.begin() + 1, sides.end(),
                                                       [](auto side) { return side < 1 || side > 1 << 15; });
  if (metadata.input || metadata.graph || !known) return metadata;
  const auto side = [&](int i) { return static_cast<int>(sides[i]); };
  if (metadata.layout == Layout::nhwc)
    metadata.input = ImageShape{side(3), side(1), side(2)};
  else if (side(1) <= 4 || side(3) > 4)  // else the channels seem to be last, which only options can state
    metadata.input = ImageShape{side(1), side(2), side(3)};
  return metadata;
}

}  // namespace bora::models
