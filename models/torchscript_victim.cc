#include "models/torchscript_victim.h"

#include <vector>

#include "common/error.h"
#include "common/random.h"
#include "models/archive.h"
#include "models/torch_runtime.h"

namespace bora {
namespace {

// Images to try a model on when there are no real ones: greys and noise.
Batch generated_probes(int size) {
  constexpr int kProbes = 4;
  Batch probes(kProbes, size);
  Rng rng(0);
  for (int i = 0; i < kProbes; ++i)
    for (int j = 0; j < size; ++j)
      probes(i, j) = i % 2 == 0 ? static_cast<float>(i + 1) / kProbes : static_cast<float>(rng.uniform());
  return probes;
}

class TorchScriptVictim final : public Victim {
 public:
  TorchScriptVictim(const TorchScriptOptions& options, const ModelMetadata& metadata, ThreadPool* pool)
      : device_(parse_device(options.device)), chunk_(options.chunk), pool_(pool) {
    spec_.name = options.path;
    const auto input = options.input ? options.input : metadata.input ? metadata.input : options.data_shape;
    if (!input) throw InputError("{}: says nothing of its input shape, and none was given", spec_.name);
    if (input->channels < 1 || input->height < 1 || input->width < 1)
      throw InputError("{}: input shape {} has an empty side", spec_.name, to_string(*input));
    if (options.data_shape && *options.data_shape != *input)
      throw InputError("{}: takes images of {}, the data are {}", spec_.name, to_string(*input),
                       to_string(*options.data_shape));
    spec_.input = *input;
    format_.shape = *input;
    format_.range = options.range.value_or(metadata.range.value_or(ValueRange{}));
    if (!(format_.range.low < format_.range.high))
      throw InputError("{}: value range [{}, {}] is empty", spec_.name, format_.range.low,
                       format_.range.high);
    format_.layout = options.layout.value_or(metadata.layout.value_or(Layout::nchw));

    module_ = load_module(spec_.name, device_);
  }

  const VictimSpec& spec() const override { return spec_; }

  Scores scores(const Batch& images) override {
    check_batch(images, spec_);
    Scores scores{forward(images), spec_.kind};
    check_scores(scores, spec_);
    return scores;
  }

  bool has_gradients() override {
    try {
      pullback(Batch::Constant(1, spec_.input.size(), 0.5F), Batch::Ones(1, spec_.classes));
      return true;
    } catch (const VictimError&) {
      return false;
    }
  }

  Batch pullback(const Batch& images, const Batch& cotangents) override {
    check_batch(images, spec_);
    return pull_back(images, cotangents, format_, device_, pool_,
                     [this](const torch::Tensor& input) { return first_tensor(module_.forward({input})); });
  }

  // Learns classes and score kind, and refuses a model that cannot be a victim.
  void probe(const Batch& images, std::optional<ScoreKind> stated_kind, std::optional<int> stated_classes) {
    if (images.cols() != spec_.input.size())
      throw InputError("{}: takes images of {} ({} values), the probes have {} values", spec_.name,
                       to_string(spec_.input), spec_.input.size(), images.cols());
    Batch first;
    try {
      first = forward(images);
    } catch (const VictimError& error) {
      const bool alone = images.rows() > 1 && chunk_ > 1 && takes(images.topRows(1));
      throw InputError(
          "{}: fails on images of {} ({}): {}; {}", spec_.name, to_string(spec_.input),
          to_string(format_.layout), error.what(),
          alone ? "it takes one in a call: add --batch 1" : "--layout and --input-shape say what it takes");
    }
    if (!first.allFinite()) throw InputError("{}: gives NaN or infinite scores", spec_.name);
    spec_.classes = static_cast<int>(first.cols());
    if (spec_.classes < 2) throw InputError("{}: gives one score an image, expected one a class", spec_.name);
    if (stated_classes && *stated_classes != spec_.classes)
      throw InputError("{}: states {} classes but gives {} scores", spec_.name, *stated_classes,
                       spec_.classes);
    spec_.kind = kind_of(first, stated_kind, spec_.name);
    if (forward(images) != first)
      throw InputError(
          "{}: scores of the same images differ between two calls; save it in evaluation mode (model.eval())",
          spec_.name);
  }

 private:
  bool takes(const Batch& images) {
    try {
      forward(images);
      return true;
    } catch (const VictimError&) {
      return false;
    }
  }

  Batch forward(const Batch& images) {
    // One module for all threads: its methods are compiled under a lock of the executor's own, and running
    // them only reads the weights.
    return forward_in_chunks(images, format_, device_, chunk_, pool_, [this](const torch::Tensor& input) {
      return first_tensor(module_.forward({input}));
    });
  }

  VictimSpec spec_;
  InputFormat format_;
  torch::Device device_;
  int chunk_;
  ThreadPool* pool_;
  torch::jit::Module module_;
};

}  // namespace

std::unique_ptr<Victim> load_torchscript(const TorchScriptOptions& options, const Batch& probes,
                                         ThreadPool* pool) {
  if (options.chunk < 1) throw InputError("chunk is {}, expected at least 1", options.chunk);
  const ModelMetadata metadata = read_metadata(options.path).value_or(ModelMetadata{});
  if (metadata.graph) throw InputError("{}: classifies graphs, not images", options.path);
  auto victim = std::make_unique<TorchScriptVictim>(options, metadata, pool);
  victim->probe(probes.rows() > 0 ? probes : generated_probes(victim->spec().input.size()),
                options.kind ? options.kind : metadata.kind, metadata.classes);
  return victim;
}

std::optional<std::int64_t> count_weights(const std::string& path) {
  std::int64_t total = 0;
  for (const auto& parameter : load_module(path, torch::kCPU).parameters()) total += parameter.numel();
  if (total == 0) return std::nullopt;
  return total;
}

}  // namespace bora
