#include "models/networks/export.h"

#include <sstream>

#include <torch/script.h>

#include "common/files/atomic_write.h"
#include "models/graphs/graph_network_modules.h"
#include "models/networks/network_modules.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

// Copies the tree of modules with its weights and statistics to TorchScript. Adds no code.
torch::jit::Module mirror(const torch::nn::Module& from, const std::string& name,
                          const std::shared_ptr<torch::jit::CompilationUnit>& unit) {
  torch::jit::Module to(c10::QualifiedName("__torch__." + name), unit, /*shouldMangle=*/true);
  to.register_attribute("training", c10::BoolType::get(), false);
  const auto copy = [](const torch::Tensor& tensor) { return tensor.detach().to(torch::kCPU).clone(); };
  for (const auto& item : from.named_parameters(/*recurse=*/false))
    to.register_parameter(item.key(), copy(item.value()), /*is_buffer=*/false);
  for (const auto& item : from.named_buffers(/*recurse=*/false))
    // Leaves out the batch counter of batch normalisation, which only training uses.
    if (item.value().is_floating_point()) to.register_buffer(item.key(), copy(item.value()));
  for (const auto& item : from.named_children())
    to.register_module(item.key(), mirror(*item.value(), item.key(), unit));
  return to;
}

std::string serialise(const torch::jit::Module& module, const ModelMetadata& metadata,
                      const ContentSet& trained_on = {}) {
  torch::jit::ExtraFilesMap files = {{kMetadataFile, to_json(metadata)}};
  if (trained_on.size() > 0) files[kTrainingImagesFile] = trained_on.to_bytes();
  std::ostringstream out;
  module.save(out, files);
  return out.str();
}

torch::jit::Module script_of(const ScriptedModule& module) {
  auto script = mirror(module, "BoraNetwork", std::make_shared<torch::jit::CompilationUnit>());
  script.define("def forward(self, x: Tensor) -> Tensor:\n" + module.script("self") + "  return x\n");
  return script;
}

}  // namespace

void export_torchscript(const Network& network, const std::string& path, ModelMetadata metadata,
                        const ContentSet& trained_on) {
  metadata.input = network.spec().input;
  metadata.range = ValueRange{};
  metadata.layout = Layout::nchw;
  metadata.kind = network.spec().kind;
  metadata.classes = network.spec().classes;
  metadata.architecture = network.options().architecture;
  const InferenceScope scope;
  write_atomically(path, serialise(script_of(*network.implementation().module), metadata, trained_on));
}

void export_torchscript(const GraphNetwork& network, const std::string& path, ModelMetadata metadata) {
  const auto& options = network.options();
  metadata.graph = GraphInput{.features = options.features.spec(),
                              .node_label_count = options.features.node_label_count(),
                              .attribute_count = options.features.attribute_count()};
  metadata.kind = network.spec().kind;
  metadata.classes = options.classes;
  metadata.architecture = to_string(options.architecture);
  const InferenceScope scope;
  write_atomically(path, serialise(network.implementation().model.module, metadata));
}

void export_with_accuracy(const std::string& from, const std::string& to, double test_accuracy) {
  ModelMetadata metadata = read_metadata(from).value_or(ModelMetadata{});
  metadata.test_accuracy = test_accuracy;
  const InferenceScope scope;
  write_atomically(to, serialise(load_module(from, torch::kCPU), metadata,
                                 read_training_images(from).value_or(ContentSet())));
}

}  // namespace bora::models
