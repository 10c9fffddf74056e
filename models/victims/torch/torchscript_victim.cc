#include "models/victims/torch/torchscript_victim.h"

#include "common/error.h"
#include "models/victims/engine_victim.h"
#include "models/victims/stated_input.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

class TorchScriptEngine final : public Engine {
 public:
  TorchScriptEngine(const VictimOptions& options, InputFormat format, ThreadPool* pool)
      : format_(std::move(format)),
        output_(options.output),
        top_labels_(options.top_labels),
        device_(parse_device(options.device)),
        chunk_(options.chunk),
        pool_(pool),
        module_(load_module(options.address, device_)),
        precision_(precision_of(module_)) {}

  Batch forward(const Batch& images) override {
    // All threads share one module: its methods are compiled under a lock of LibTorch, and running them only
    // reads the weights.
    return forward_in_chunks(images, format_, device_, chunk_, pool_,
                             [this](const torch::Tensor& input) { return answer(input); });
  }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    return pull_back(images, cotangents, format_, device_, pool_,
                     [this](const torch::Tensor& input) { return answer(input); });
  }
  bool use_single_images() override {
    const bool together = chunk_ > 1 && !device_.is_cuda();
    chunk_ = 1;
    return together;
  }
  // Returns VictimSpec::notices.
  std::vector<std::string> notices(const VictimOptions& options) const {
    constexpr int kColours = 3;
    std::vector<std::string> all = notices_of_outputs(outputs(), "", options);
    if (returned()->kind() == c10::TypeKind::ListType && options.output.empty() && options.top_labels.empty())
      all.emplace_back(
          "the model returns a list, the first element of which is taken as its scores; --output states another");
    if (device_.is_cpu() && (precision_ == torch::kHalf || precision_ == torch::kBFloat16))
      all.push_back(
          "the model is in half precision, which can be 20 times slower on the CPU than single precision; "
          "model.float() in Python converts it");
    if (format_.shape.channels == 1 && first_channels() == kColours)
      all.push_back("the images are grey and the model takes colour: it sees each in three equal channels");
    return all;
  }
  const char* advice_on_repeats() const override { return "save it in evaluation mode (model.eval())"; }

 private:
  // Returns the type that the model returns.
  c10::TypePtr returned() const {
    return module_.get_method("forward").function().getSchema().returns().front().type();
  }

  // Returns the number of tensors in the tuple that the model returns; 1 if it returns no tuple.
  std::size_t outputs() const {
    const auto tuple = returned()->cast<c10::TupleType>();
    return tuple ? tuple->elements().size() : 1;
  }

  // Returns the number of channels that the first convolution takes; 0 if there is none.
  std::int64_t first_channels() const {
    for (const auto& weights : module_.parameters())
      if (weights.dim() == 4) return weights.size(1);
    for (const auto& weights : frozen_weights(module_))
      if (weights.dim() == 4) return weights.size(1);
    return 0;
  }

  torch::Tensor answer(const torch::Tensor& input) {
    const torch::IValue output = module_.forward({input.to(precision_)});
    const auto scores =
        without_unit_sides(output_.empty() ? first_tensor(output) : named_tensor(output, output_));
    if (!top_labels_.empty()) {
      const auto labels = without_unit_sides(named_tensor(output, top_labels_));
      if (labels.sizes() != scores.sizes() || scores.dim() != 2)
        throw VictimError(
            fmt::format("gave scores of {} and classes of {}, expected the same n x best classes",
                        shape_of(scores), shape_of(labels)));
      // Half precision cannot represent large class numbers.
      return torch::cat({scores.to(torch::kFloat32), labels.to(torch::kFloat32)}, 1);
    }
    // Some models of two classes give one number per image, as a tensor of one axis. Models that end with
    // squeeze() drop the batch axis of a single image. A single number counts as squeezed only while calls
    // have several images (chunk_ > 1): some models give one number whatever the number of images.
    if (scores.dim() == 1 && scores.size(0) == input.size(0)) return scores.unsqueeze(1);
    const bool squeezed =
        input.size(0) == 1 && scores.numel() > 0 && (scores.dim() == 1 || (scores.dim() == 0 && chunk_ > 1));
    return squeezed ? scores.reshape({1, -1}) : scores;
  }

  InputFormat format_;
  std::string output_, top_labels_;
  torch::Device device_;
  int chunk_;
  ThreadPool* pool_;
  torch::jit::Module module_;
  torch::ScalarType precision_;
};

}  // namespace

std::unique_ptr<Victim> load_torchscript(const VictimOptions& options, const Batch& probes,
                                         ThreadPool* pool) {
  if (options.chunk < 1) throw InputError("chunk is {}, expected at least 1", options.chunk);
  const ModelMetadata metadata = read_metadata(options.address).value_or(ModelMetadata{});
  if (metadata.graph) throw InputError("{}: classifies graphs, not images", options.address);
  const InputFormat format = stated_format(options, metadata);
  StatedModel stated{options.address, format.shape, options.kind ? options.kind : metadata.kind,
                     options.classes ? options.classes : metadata.classes, options.may_differ};
  stated.best_only = !options.top_labels.empty();
  auto engine = std::make_unique<TorchScriptEngine>(options, format, pool);
  stated.notices = engine->notices(options);
  return make_engine_victim(std::move(engine), stated, probes);
}

void check_device(const std::string& device) {
  parse_device(device);
}

std::optional<std::int64_t> count_weights(const std::string& path) {
  std::int64_t total = 0;
  for (const auto& parameter : load_module(path, torch::kCPU).parameters()) total += parameter.numel();
  if (total == 0) return std::nullopt;
  return total;
}

}  // namespace bora::models
