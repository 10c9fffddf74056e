#include "nas/network/staged_network.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

constexpr int kStemChannels = 16;

// Convolution of a block; batch normalisation follows it.
struct Inner {
  int in, out, kernel, stride, groups;
};

// Returns the convolutions of a block: two 3x3 ones, or a bottleneck if stage.ratio is not 0.
std::vector<Inner> inner_layers(const ResidualStage& stage, int in, int stride) {
  const int out = stage.width;
  if (stage.ratio == 0) return {{in, out, 3, stride, 1}, {out, out, 3, 1, 1}};
  const int inner = std::max(1, out / stage.ratio);
  return {
      {in, inner, 1, 1, 1}, {inner, inner, 3, stride, std::gcd(stage.groups, inner)}, {inner, out, 1, 1, 1}};
}

class StageBlock final : public TracedModule {
 public:
  StageBlock(const ResidualStage& stage, int in, int stride) {
    for (const Inner& layer : inner_layers(stage, in, stride)) {
      convolutions_.push_back(
          register_module(name("conv", convolutions_.size()),
                          convolution(layer.in, layer.out, layer.kernel, layer.stride, false, layer.groups)));
      norms_.push_back(register_module(name("norm", norms_.size()), nn::BatchNorm2d(layer.out)));
    }
    if (in == stage.width && stride == 1) return;
    shortcut_ = register_module("shortcut", convolution(in, stage.width, 1, stride, false));
    shortcut_norm_ = register_module("shortcut_norm", nn::BatchNorm2d(stage.width));
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    TracedTensor r = trace.let("r", x);
    for (std::size_t i = 0; i < norms_.size(); ++i) {
      const std::string conv = name("conv", i), norm = name("norm", i);
      r = trace.let("r", normalised(trace, norm.c_str(), norms_[i],
                                    convolved(trace, conv.c_str(), convolutions_[i], i == 0 ? r : relu(r))));
    }
    if (shortcut_.is_empty()) return relu(r + x);
    return relu(r + trace.let("x", normalised(trace, "shortcut_norm", shortcut_norm_,
                                              convolved(trace, "shortcut", shortcut_, x))));
  }

 private:
  static std::string name(const char* layer, std::size_t place) {
    return fmt::format("{}{}", layer, place + 1);
  }
  std::vector<nn::Conv2d> convolutions_;
  std::vector<nn::BatchNorm2d> norms_;
  nn::Conv2d shortcut_{nullptr};
  nn::BatchNorm2d shortcut_norm_{nullptr};
};

class StagedNetwork final : public TracedModule {
 public:
  StagedNetwork(const std::vector<ResidualStage>& stages, int channels, const ImageShape& input, int classes)
      : stem_(register_module("stem", std::make_shared<RectifiedLayer>(input.channels, channels, 3))) {
    int in = channels;
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
      for (int block = 0; block < stages[stage].blocks; ++block, in = stages[stage].width) {
        const std::string name = fmt::format("stage{}_block{}", stage + 1, block + 1);
        blocks_.add(name, register_module(name, std::make_shared<StageBlock>(
                                                    stages[stage], in, stage > 0 && block == 0 ? 2 : 1)));
      }
    output_ = register_module("output", nn::Linear(in, classes));
  }

  TracedTensor compute(const TracedTensor& input, const Trace& trace) const override {
    const TracedTensor x = trace.let("x", stem_->compute(input, trace.of("stem")));
    return linear(trace, "output", output_, mean_over_image(blocks_.compute(x, trace)));
  }

 private:
  std::shared_ptr<RectifiedLayer> stem_;
  Sequence<StageBlock> blocks_;
  nn::Linear output_{nullptr};
};

}  // namespace

std::shared_ptr<const BodyMaker> staged_body(const std::vector<ResidualStage>& stages, int channels) {
  std::vector<ResidualStage> scaled = stages;
  for (ResidualStage& stage : scaled) stage.width = std::max(1, stage.width * channels / kStemChannels);
  return body_from([scaled = std::move(scaled), channels](const ImageShape& input, int classes) {
    return std::make_shared<StagedNetwork>(scaled, channels, input, classes);
  });
}

}  // namespace bora::nas
