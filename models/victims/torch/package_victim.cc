#include "models/victims/torch/package_victim.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "common/error.h"
#include "data/files/bundle.h"
#include "models/victims/engine_victim.h"
#include "models/victims/stated_input.h"
#include "models/victims/torch/one_line.h"
#include "models/victims/torch/torch_runtime.h"

#if __has_include(<torch/csrc/inductor/aoti_package/model_package_loader.h>)
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#define BORA_READS_PACKAGES 1
#endif

namespace bora::models {
namespace {

// Throws InputError unless the file is a package with a compiled model. The loader itself accepts any archive
// and then fails with a message about its temporary files.
void check_package(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) throw InputError("{}: no such file", path);
  const auto bundle = open_bundle(path);
  const auto has = [&](const std::string& part) {
    return std::ranges::any_of(bundle->names(),
                               [&](const std::string& name) { return name.find(part) != std::string::npos; });
  };
  if (has("/aotinductor/model/")) return;
  if (has("/aotinductor/"))
    throw InputError("{}: holds compiled models, but none that is called model", path);
  if (has("serialized_exported_program.json") || has("/models/"))
    throw InputError(
        "{}: an exported program (torch.export.save), not compiled: compile it with "
        "torch._inductor.aoti_compile_and_package",
        path);
  throw InputError("{}: a zip archive, but no package of AOTInductor", path);
}

#ifdef BORA_READS_PACKAGES

// Scope that mutes std::cerr: compiled code prints the message of an exception there before it throws it.
class MutedErrorStream {
 public:
  MutedErrorStream() : before_(std::cerr.rdbuf(nullptr)) {}
  ~MutedErrorStream() {
    std::cerr.rdbuf(before_);
    std::cerr.clear();
  }
  MutedErrorStream(const MutedErrorStream&) = delete;
  MutedErrorStream& operator=(const MutedErrorStream&) = delete;

 private:
  std::streambuf* before_;
};

class PackageEngine final : public Engine {
 public:
  PackageEngine(const VictimOptions& options, InputFormat format, ThreadPool* pool)
      : format_(std::move(format)),
        device_(parse_device(options.device)),
        pool_(pool),
        loader_(options.address, "model", false,
                static_cast<std::size_t>(pool == nullptr ? 1 : pool->threads()), device_.index()) {}

  std::string compiled_for() { return loader_.get_metadata()["AOTI_DEVICE_KEY"]; }

  // Determines the numbers of images per call that the package accepts: the exporter fixes one number or a
  // range. Tries 1, 2, 4, ..., 256, and sets most_ to the largest that is not above `wanted`. Throws
  // VictimError if none is accepted.
  void find_batch_sizes(int wanted) {
    const MutedErrorStream muted;
    constexpr int kMost = 256;
    least_ = most_ = 0;
    std::string refusal;
    for (int n = 1; n <= kMost; n *= 2) {
      if (!accepts(n, refusal)) continue;
      if (least_ == 0) least_ = n;
      if (n <= wanted || most_ == 0) most_ = n;
    }
    if (least_ == 0) throw VictimError(refusal);
  }

  Batch forward(const Batch& images) override {
    return forward_in_chunks(images, format_, device_, most_, pool_,
                             [this](const torch::Tensor& input) { return answer(input); });
  }
  bool use_single_images() override {
    const bool together = most_ > 1 && least_ == 1 && !device_.is_cuda();
    if (together) most_ = 1;
    return together;
  }
  const char* advice_on_repeats() const override { return "export it in evaluation mode (model.eval())"; }

 private:
  // Returns whether the package runs with n images; if not, sets `refusal` to the message.
  bool accepts(int n, std::string& refusal) {
    try {
      const InferenceScope scope;
      run(to_tensor(Batch::Zero(n, format_.shape.size()), 0, n, format_).to(device_));
      return true;
    } catch (const std::exception& error) {
      refusal = one_line(error);
      return false;
    }
  }

  torch::Tensor run(const torch::Tensor& input) {
    const std::vector<torch::Tensor> outputs = loader_.run({input.contiguous()});
    if (outputs.empty()) throw VictimError("gives no output");
    const torch::Tensor scores = without_unit_sides(outputs.front());
    return scores.dim() == 1 && scores.size(0) == input.size(0) ? scores.unsqueeze(1) : scores;
  }

  // Runs the model on parts of at most most_ images. A part of fewer than least_ images is filled up.
  torch::Tensor answer(const torch::Tensor& input) {
    std::vector<torch::Tensor> parts;
    for (std::int64_t begin = 0; begin < input.size(0); begin += most_) {
      const std::int64_t count = std::min<std::int64_t>(most_, input.size(0) - begin);
      torch::Tensor part = input.narrow(0, begin, count);
      if (count < least_) {
        std::vector<std::int64_t> sides = part.sizes().vec();
        sides[0] = least_ - count;
        part = torch::cat({part, part.narrow(0, 0, 1).expand(sides)});
      }
      const torch::Tensor scores = run(part);
      if (scores.dim() < 1 || scores.size(0) < count) return scores;  // the caller reports the wrong shape
      parts.push_back(scores.size(0) == part.size(0) ? scores.narrow(0, 0, count) : scores);
    }
    return parts.size() == 1 ? parts.front() : torch::cat(parts);
  }

  InputFormat format_;
  torch::Device device_;
  int least_ = 1, most_ = 1;  // images per call
  ThreadPool* pool_;
  torch::inductor::AOTIModelPackageLoader loader_;
};

std::unique_ptr<Engine> open_package(const VictimOptions& options, const InputFormat& format,
                                     ThreadPool* pool) {
  // Compiled code checks the shapes of its inputs only if this is set. Otherwise it may read out of bounds.
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  std::unique_ptr<PackageEngine> engine;
  try {
    engine = std::make_unique<PackageEngine>(options, format, pool);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError("{}: LibTorch cannot load it: {}", options.address, one_line(error));
  }
  const std::string kind = engine->compiled_for();
  if (!kind.empty() && options.device.substr(0, kind.size()) != kind)
    throw InputError("{}: was compiled for {}, expected device {} (it is {})", options.address, kind, kind,
                     options.device);
  try {
    engine->find_batch_sizes(options.chunk);
  } catch (const VictimError& error) {
    throw InputError("{}: takes no images of {}: {}", options.address, to_string(format.shape), error.what());
  }
  return engine;
}

#else

std::unique_ptr<Engine> open_package(const VictimOptions& options, const InputFormat&, ThreadPool*) {
  throw InputError("{}: this program was built with a LibTorch that reads no packages of AOTInductor",
                   options.address);
}

#endif

}  // namespace

std::unique_ptr<Victim> load_package(const VictimOptions& options, const Batch& probes, ThreadPool* pool) {
  if (options.chunk < 1) throw InputError("chunk is {}, expected at least 1", options.chunk);
  check_package(options.address);
  if (!options.trusted)
    throw InputError(
        "{}: holds machine code, which would run with your rights; set trust-model if you trust where it is from",
        options.address);
  if (!options.output.empty())
    throw InputError("{}: its outputs have no names, so that none can be chosen", options.address);
  const InputFormat format = stated_format(options, {});
  return make_engine_victim(
      open_package(options, format, pool),
      {options.address, format.shape, options.kind, options.classes, options.may_differ}, probes);
}

}  // namespace bora::models
