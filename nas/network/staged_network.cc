#include "nas/network/staged_network.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/networks/network_modules.h"
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

class StageBlock final : public ScriptedModule {
 public:
  StageBlock(const ResidualStage& stage, int in, int stride) {
    for (const Inner& layer : inner_layers(stage, in, stride)) {
      convolutions_.push_back(
          register_module(fmt::format("conv{}", convolutions_.size() + 1),
                          convolution(layer.in, layer.out, layer.kernel, layer.stride, false, layer.groups)));
      norms_.push_back(register_module(fmt::format("norm{}", norms_.size() + 1), nn::BatchNorm2d(layer.out)));
    }
    if (in == stage.width && stride == 1) return;
    shortcut_ = register_module("shortcut", convolution(in, stage.width, 1, stride, false));
    shortcut_norm_ = register_module("shortcut_norm", nn::BatchNorm2d(stage.width));
  }

  torch::Tensor forward(const torch::Tensor& x) override {
    torch::Tensor r = x;
    for (std::size_t i = 0; i < norms_.size(); ++i)
      r = norms_[i](convolutions_[i](i == 0 ? r : torch::relu(r)));
    return torch::relu(r + (shortcut_.is_empty() ? x : shortcut_norm_(shortcut_(x))));
  }

  std::string script(const std::string& self) const override {
    std::string text = "  r = x\n";
    for (std::size_t i = 0; i < norms_.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      text += fmt::format(
          "  r = {}\n", script_normalised(self + ".conv" + number, convolutions_[i], self + ".norm" + number,
                                          norms_[i], i == 0 ? "r" : "torch.relu(r)"));
    }
    if (!shortcut_.is_empty())
      text += fmt::format("  x = {}\n", script_normalised(self + ".shortcut", shortcut_,
                                                          self + ".shortcut_norm", shortcut_norm_, "x"));
    return text + "  x = torch.relu(r + x)\n";
  }

 private:
  std::vector<nn::Conv2d> convolutions_;
  std::vector<nn::BatchNorm2d> norms_;
  nn::Conv2d shortcut_{nullptr};
  nn::BatchNorm2d shortcut_norm_{nullptr};
};

class StagedNetwork final : public ScriptedModule {
 public:
  StagedNetwork(const std::vector<ResidualStage>& stages, int channels, const ImageShape& input, int classes)
      : stem_(register_module("stem", std::make_shared<RectifiedLayer>(input.channels, channels, 3))) {
    int in = channels;
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
      for (int block = 0; block < stages[stage].blocks; ++block, in = stages[stage].width) {
        names_.push_back(fmt::format("stage{}_block{}", stage + 1, block + 1));
        blocks_.push_back(register_module(
            names_.back(), std::make_shared<StageBlock>(stages[stage], in, stage > 0 && block == 0 ? 2 : 1)));
      }
    output_ = register_module("output", nn::Linear(in, classes));
  }

  torch::Tensor forward(const torch::Tensor& input) override {
    torch::Tensor x = stem_->forward(input);
    for (const auto& block : blocks_) x = block->forward(x);
    return output_(torch::mean(x, {2, 3}));
  }

  std::string script(const std::string& self) const override {
    std::string text = stem_->script(self + ".stem");
    for (std::size_t i = 0; i < blocks_.size(); ++i) text += blocks_[i]->script(self + "." + names_[i]);
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "torch.mean(x, [2, 3])"));
  }

 private:
  std::shared_ptr<RectifiedLayer> stem_;
  std::vector<std::string> names_;
  std::vector<std::shared_ptr<StageBlock>> blocks_;
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
