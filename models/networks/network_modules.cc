#include "models/networks/network_modules.h"

#include <cmath>

#include "common/random.h"
#include "common/setting_error.h"
#include "models/networks/scripted_layers.h"

namespace bora::models {
namespace {

namespace nn = torch::nn;

class LeNet final : public ScriptedModule {
 public:
  LeNet(const ImageShape& input, int classes)
      // Adaptive pooling after the convolutions reduces large images; otherwise the hidden layer would have
      // millions of weights.
      : pooled_{std::min(input.height / 4, kLargestMap), std::min(input.width / 4, kLargestMap)},
        averages_(pooled_[0] != input.height / 4 || pooled_[1] != input.width / 4),
        conv1_(register_module("conv1", convolution(input.channels, 16, 5, 1, true))),
        conv2_(register_module("conv2", convolution(16, 32, 5, 1, true))),
        hidden_(register_module("hidden", nn::Linear(32 * pooled_[0] * pooled_[1], 128))),
        output_(register_module("output", nn::Linear(128, classes))) {}

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = torch::max_pool2d(torch::relu(conv1_(input)), {2, 2});
    x = torch::max_pool2d(torch::relu(conv2_(x)), {2, 2});
    if (averages_) x = torch::adaptive_avg_pool2d(x, pooled_);
    return output_(torch::relu(hidden_(torch::flatten(x, 1))));
  }

  std::string script(const std::string& self) const override {
    std::string text;
    for (const auto& [name, layer] : {std::pair{"conv1", conv1_}, {"conv2", conv2_}})
      text += fmt::format("  x = torch.max_pool2d(torch.relu({}), [2, 2])\n",
                          script_convolution(self + "." + name, "x", *layer));
    if (averages_)
      text += fmt::format("  x = torch.adaptive_avg_pool2d(x, [{}, {}])\n", pooled_[0], pooled_[1]);
    text += fmt::format("  x = torch.relu({})\n", script_linear(self + ".hidden", "torch.flatten(x, 1)"));
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "x"));
  }

 private:
  static constexpr int kLargestMap = 8;
  std::array<std::int64_t, 2> pooled_;
  bool averages_;
  nn::Conv2d conv1_, conv2_;
  nn::Linear hidden_, output_;
};

// Two 3x3 convolutions with a shortcut, which is a strided 1x1 convolution if the shape changes (He et al.
// 2016, option B).
class ResidualBlock final : public ScriptedModule {
 public:
  ResidualBlock(int in, int out, int stride)
      : conv1_(register_module("conv1", convolution(in, out, 3, stride, false))),
        norm1_(register_module("norm1", nn::BatchNorm2d(out))),
        conv2_(register_module("conv2", convolution(out, out, 3, 1, false))),
        norm2_(register_module("norm2", nn::BatchNorm2d(out))) {
    if (in != out || stride != 1) {
      shortcut_ = register_module("shortcut", convolution(in, out, 1, stride, false));
      shortcut_norm_ = register_module("shortcut_norm", nn::BatchNorm2d(out));
    }
  }

  torch::Tensor forward(const torch::Tensor& x) override {
    const auto residual = norm2_(conv2_(torch::relu(norm1_(conv1_(x)))));
    return torch::relu(residual + (shortcut_.is_empty() ? x : shortcut_norm_(shortcut_(x))));
  }

  std::string script(const std::string& self) const override {
    std::string text = fmt::format("  r = torch.relu({})\n",
                                   script_normalised(self + ".conv1", conv1_, self + ".norm1", norm1_, "x"));
    text +=
        fmt::format("  r = {}\n", script_normalised(self + ".conv2", conv2_, self + ".norm2", norm2_, "r"));
    if (!shortcut_.is_empty())
      text += fmt::format("  x = {}\n", script_normalised(self + ".shortcut", shortcut_,
                                                          self + ".shortcut_norm", shortcut_norm_, "x"));
    return text + "  x = torch.relu(r + x)\n";
  }

 private:
  nn::Conv2d conv1_;
  nn::BatchNorm2d norm1_;
  nn::Conv2d conv2_;
  nn::BatchNorm2d norm2_;
  nn::Conv2d shortcut_{nullptr};
  nn::BatchNorm2d shortcut_norm_{nullptr};
};

class ResNet final : public ScriptedModule {
 public:
  ResNet(int blocks, const ImageShape& input, int classes)
      : conv_(register_module("conv", convolution(input.channels, 16, 3, 1, false))),
        norm_(register_module("norm", nn::BatchNorm2d(16))) {
    int channels = 16;
    for (int stage = 0; stage < 3; ++stage)
      for (int block = 0; block < blocks; ++block) {
        const int wanted = 16 << stage;
        const int stride = stage > 0 && block == 0 ? 2 : 1;
        names_.push_back(fmt::format("stage{}_block{}", stage + 1, block + 1));
        blocks_.push_back(
            register_module(names_.back(), std::make_shared<ResidualBlock>(channels, wanted, stride)));
        channels = wanted;
      }
    output_ = register_module("output", nn::Linear(channels, classes));
  }

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = torch::relu(norm_(conv_(input)));
    for (const auto& block : blocks_) x = block->forward(x);
    return output_(torch::mean(x, {2, 3}));
  }

  std::string script(const std::string& self) const override {
    std::string text = fmt::format("  x = torch.relu({})\n",
                                   script_normalised(self + ".conv", conv_, self + ".norm", norm_, "x"));
    for (std::size_t i = 0; i < blocks_.size(); ++i) text += blocks_[i]->script(self + "." + names_[i]);
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "torch.mean(x, [2, 3])"));
  }

 private:
  nn::Conv2d conv_;
  nn::BatchNorm2d norm_;
  std::vector<std::string> names_;
  std::vector<std::shared_ptr<ResidualBlock>> blocks_;
  nn::Linear output_{nullptr};
};

class Vgg final : public ScriptedModule {
 public:
  Vgg(const ImageShape& input, int classes) {
    int channels = input.channels;
    for (int stage = 0; stage < kStages; ++stage)
      for (int layer = 0; layer < 2; ++layer) {
        const int wanted = 16 << stage;
        const std::string number = fmt::format("{}_{}", stage + 1, layer + 1);
        convolutions_.push_back(register_module("conv" + number, convolution(channels, wanted, 3, 1, false)));
        norms_.push_back(register_module("norm" + number, nn::BatchNorm2d(wanted)));
        numbers_.push_back(number);
        channels = wanted;
      }
    output_ = register_module("output", nn::Linear(channels, classes));
  }

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = input;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      x = torch::relu(norms_[i](convolutions_[i](x)));
      if (i % 2 == 1) x = torch::max_pool2d(x, {2, 2});
    }
    return output_(torch::mean(x, {2, 3}));
  }

  std::string script(const std::string& self) const override {
    std::string text;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      text += fmt::format("  x = torch.relu({})\n",
                          script_normalised(self + ".conv" + numbers_[i], convolutions_[i],
                                            self + ".norm" + numbers_[i], norms_[i], "x"));
      if (i % 2 == 1) text += "  x = torch.max_pool2d(x, [2, 2])\n";
    }
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "torch.mean(x, [2, 3])"));
  }

 private:
  static constexpr int kStages = 3;
  std::vector<std::string> numbers_;
  std::vector<nn::Conv2d> convolutions_;
  std::vector<nn::BatchNorm2d> norms_;
  nn::Linear output_{nullptr};
};

// Normalisation by the mean and deviation of the training set, followed by the body. It is part of the
// network, so that users pass pixels in [0, 1].
class Normalised final : public ScriptedModule {
 public:
  Normalised(const NetworkOptions& options, std::shared_ptr<ScriptedModule> body)
      : mean_(register_buffer("mean", per_channel(options.mean, options.input.channels, 0))),
        deviation_(register_buffer("deviation", per_channel(options.deviation, options.input.channels, 1))),
        body_(register_module("body", std::move(body))) {}

  torch::Tensor forward(const torch::Tensor& x) override { return body_->forward((x - mean_) / deviation_); }
  torch::Tensor unmixed(const torch::Tensor& x) override { return body_->unmixed((x - mean_) / deviation_); }
  int paths() const override { return body_->paths(); }
  TrainingPass training_pass(const torch::Tensor& x, const torch::Tensor& factors) override {
    return body_->training_pass((x - mean_) / deviation_, factors);
  }

  std::string script(const std::string& self) const override {
    return fmt::format("  x = (x - {0}.mean) / {0}.deviation\n", self) + body_->script(self + ".body");
  }

 private:
  static torch::Tensor per_channel(const std::vector<float>& values, int channels, float otherwise) {
    auto tensor = torch::full({1, channels, 1, 1}, otherwise);
    for (std::size_t i = 0; i < values.size(); ++i) tensor[0][static_cast<std::int64_t>(i)] = values[i];
    return tensor;
  }

  torch::Tensor mean_, deviation_;
  std::shared_ptr<ScriptedModule> body_;
};

// Draws the weights. They depend only on the seed; LibTorch's own initialisation uses its global generator.
void initialise(torch::nn::Module& module, std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  for (auto& item : module.named_parameters()) {
    auto& values = item.value();
    if (values.dim() == 1) continue;  // biases and batch normalisation
    Rng rng(mix_seed(seed, item.key()));
    // He-normal before a rectifier; smaller in the output layer, which has none.
    const double gain = item.key().find("output") != std::string::npos ? 1.0 : 2.0;
    const double deviation = std::sqrt(gain / static_cast<double>(values[0].numel()));
    float* weights = values.data_ptr<float>();
    for (std::int64_t i = 0; i < values.numel(); ++i)
      weights[i] = static_cast<float>(deviation * rng.normal());
  }
  for (auto& item : module.named_parameters())
    if (item.key().size() > 5 && item.key().rfind(".bias") == item.key().size() - 5) item.value().zero_();
}

}  // namespace

TrainingPass ScriptedModule::training_pass(const torch::Tensor& x, const torch::Tensor& /*factors*/) {
  return {forward(x), {}};
}

std::shared_ptr<ForwardModule> BodyMaker::make_auxiliary(const ImageShape& /*input*/, int /*classes*/) const {
  return nullptr;
}

std::shared_ptr<ScriptedModule> make_module(const NetworkOptions& options) {
  options.check();
  std::shared_ptr<ScriptedModule> body;
  if (options.body) {
    body = options.body->make(options.input, options.classes);
  } else if (options.architecture == "lenet") {
    body = std::make_shared<LeNet>(options.input, options.classes);
  } else if (options.architecture == "vgg7") {
    body = std::make_shared<Vgg>(options.input, options.classes);
  } else {
    const int layers = std::stoi(options.architecture.substr(std::string("resnet").size()));
    body = std::make_shared<ResNet>((layers - 2) / 6, options.input, options.classes);
  }
  auto module = std::make_shared<Normalised>(options, std::move(body));
  initialise(*module, options.seed);
  module->eval();
  return module;
}

std::shared_ptr<ForwardModule> make_auxiliary(const NetworkOptions& options) {
  auto module = options.body ? options.body->make_auxiliary(options.input, options.classes) : nullptr;
  if (!module)
    throw SettingError("auxiliary", "networks of {} have no auxiliary classifier", options.architecture);
  initialise(*module, mix_seed(options.seed, "auxiliary"));
  module->eval();
  return module;
}

}  // namespace bora::models
