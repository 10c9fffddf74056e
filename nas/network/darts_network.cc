#include "nas/network/darts_network.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"
#include "nas/space/darts_space.h"
#include "nas/space/numbers_in_text.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

constexpr int kInputs = 2;  // inputs of a cell: the cell before the last, the last
constexpr int kSteps = 2 * DartsSpace::kPoints;

// Operations, numbered as in DartsSpace.
enum Choice { kMaximum, kMean, kSkip, kSeparable3, kSeparable5, kDilated3, kDilated5 };

// Operation on one input of a point of a cell.
struct Step {
  int source = 0;     // 0 and 1: the inputs of the cell; 2, 3, ...: its points in order
  int operation = 0;  // a Choice
};
using Steps = std::array<Step, kSteps>;  // two steps for each point
struct Genotype {
  Steps normal, reduction;
};

// Layer that applies a rectifier, a depthwise convolution, a 1x1 convolution and batch normalisation.
class DepthwiseLayer final : public TracedModule {
 public:
  DepthwiseLayer(int channels, int kernel, int stride, int dilation)
      : depthwise_(register_module(
            "depthwise", convolution(channels, channels, kernel, stride, false, channels, dilation))),
        pointwise_(register_module("pointwise", convolution(channels, channels, 1, 1, false))),
        norm_(register_module("norm", nn::BatchNorm2d(channels))) {}

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    const TracedTensor inner = convolved(trace, "depthwise", depthwise_, relu(x));
    return normalised(trace, "norm", norm_, convolved(trace, "pointwise", pointwise_, inner));
  }

 private:
  nn::Conv2d depthwise_, pointwise_;
  nn::BatchNorm2d norm_;
};

// Layer that applies two depthwise layers, the first with the stride.
class SeparableLayer final : public TracedModule {
 public:
  SeparableLayer(int channels, int kernel, int stride)
      : first_(register_module("first", std::make_shared<DepthwiseLayer>(channels, kernel, stride, 1))),
        second_(register_module("second", std::make_shared<DepthwiseLayer>(channels, kernel, 1, 1))) {}
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    return second_->compute(trace.let("x", first_->compute(x, trace.of("first"))), trace.of("second"));
  }

 private:
  std::shared_ptr<DepthwiseLayer> first_, second_;
};

// Layer that halves the side by two 1x1 convolutions of stride 2, each with half of the channels. The second
// one is shifted by one pixel, so that pixels at odd positions are used, too.
class Reduction final : public TracedModule {
 public:
  Reduction(int in, int out)
      : even_(register_module("even", convolution(in, out / 2, 1, 2, false))),
        odd_(register_module("odd", convolution(in, out / 2, 1, 2, false))),
        norm_(register_module("norm", nn::BatchNorm2d(out))) {}

  TracedTensor compute(const TracedTensor& input, const Trace& trace) const override {
    const TracedTensor x = trace.let("x", relu(input));
    return normalised(
        trace, "norm", norm_,
        trace.let("x", cat({convolved(trace, "even", even_, x), convolved(trace, "odd", odd_, moved(x))})));
  }

 private:
  // Moves the image by one pixel and fills the last row and column with zeros. They are read only if the side
  // is odd, so that both halves have the same size.
  static TracedTensor moved(const TracedTensor& x) {
    if (x.scripted())
      return TracedTensor(fmt::format("torch.constant_pad_nd({}, [-1, 1, -1, 1], 0)", x.text));
    return torch::constant_pad_nd(x.tensor, {-1, 1, -1, 1}, 0);
  }

  nn::Conv2d even_, odd_;
  nn::BatchNorm2d norm_;
};

class DartsPooling final : public TracedModule {
 public:
  DartsPooling(bool maximum, int stride) : maximum_(maximum), stride_(stride) {}
  TracedTensor compute(const TracedTensor& x, const Trace& /*trace*/) const override {
    return maximum_ ? max_pool(x, 3, stride_, 1, false) : mean_pool(x, 3, stride_, 1, false);
  }

 private:
  bool maximum_;
  int stride_;
};

// Returns the module of an operation; null for the identity.
std::shared_ptr<TracedModule> make_operation(int operation, int channels, int stride) {
  constexpr int kDilation = 2;
  switch (operation) {
    case kMaximum:
    case kMean:
      return std::make_shared<DartsPooling>(operation == kMaximum, stride);
    case kSkip:
      return stride == 1 ? nullptr : std::make_shared<Reduction>(channels, channels);
    case kSeparable3:
      return std::make_shared<SeparableLayer>(channels, 3, stride);
    case kSeparable5:
      return std::make_shared<SeparableLayer>(channels, 5, stride);
    case kDilated3:
      return std::make_shared<DepthwiseLayer>(channels, 3, stride, kDilation);
    default:
      return std::make_shared<DepthwiseLayer>(channels, 5, stride, kDilation);
  }
}

// Cell that takes the outputs of the two cells before it.
class DartsCell final : public nn::Module {
 public:
  // before_last, last: channels of the two inputs. larger: whether the output of the cell before the last has
  // twice the side.
  DartsCell(const Steps& steps, int before_last, int last, int channels, bool reduces, bool larger)
      : steps_(steps), last_(register_module("last", std::make_shared<CellLayer>(last, channels, 1, 1))) {
    if (larger)
      before_last_ = std::make_shared<Reduction>(before_last, channels);
    else
      before_last_ = std::make_shared<CellLayer>(before_last, channels, 1, 1);
    register_module("before_last", before_last_);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const int stride = reduces && steps[i].source < kInputs ? 2 : 1;
      operations_.push_back(make_operation(steps[i].operation, channels, stride));
      if (operations_.back()) register_module(name(i), operations_.back());
    }
  }

  // factors: n x kSteps, factors of the outputs of the steps, ignored for identities; undefined: all are 1.
  TracedTensor compute(const TracedTensor& before_last, const TracedTensor& last,
                       const torch::Tensor& factors, const Trace& trace) const {
    const TracedTensor first = before_last_->compute(trace.let("x", before_last), trace.of("before_last"));
    TracedTensors at{trace.let("p", 0, trace.let("x", first))};
    const TracedTensor second = last_->compute(trace.let("x", last), trace.of("last"));
    at.push_back(trace.let("p", 1, trace.let("x", second)));
    for (std::size_t i = 0; i < steps_.size(); i += 2) {
      const TracedTensor one = trace.let("first", output_of(i, at, factors, trace));
      at.push_back(trace.let("p", static_cast<int>(at.size()), one + output_of(i + 1, at, factors, trace)));
    }
    return cat({at.begin() + kInputs, at.end()});
  }

 private:
  static std::string name(std::size_t step) { return fmt::format("point{}_{}", step / 2 + 1, step % 2 + 1); }
  TracedTensor output_of(std::size_t step, const TracedTensors& at, const torch::Tensor& factors,
                         const Trace& trace) const {
    const TracedTensor x = trace.let("x", at[static_cast<std::size_t>(steps_[step].source)]);
    if (!operations_[step]) return x;
    const TracedTensor out = trace.let("x", operations_[step]->compute(x, trace.of(name(step))));
    if (!factors.defined()) return out;
    return out.tensor * factors.select(1, static_cast<std::int64_t>(step)).view({-1, 1, 1, 1});
  }

  Steps steps_;
  std::shared_ptr<CellLayer> last_;
  std::shared_ptr<TracedModule> before_last_;
  std::vector<std::shared_ptr<TracedModule>> operations_;  // null: the identity
};

// Returns the index of the second reduction cell.
int last_reduction(const CellNetworkOptions& options) {
  return 2 * options.cells / 3;
}

class DartsNetwork final : public TracedModule {
 public:
  DartsNetwork(const Genotype& genotype, const CellNetworkOptions& options, const ImageShape& input,
               int classes)
      : stem_(register_module("stem", convolution(input.channels, kStem * options.channels, 3, 1, false))),
        stem_norm_(register_module("stem_norm", nn::BatchNorm2d(kStem * options.channels))),
        last_reduction_(static_cast<std::size_t>(last_reduction(options))) {
    int before_last = kStem * options.channels, last = before_last, channels = options.channels;
    bool larger = false;
    for (int i = 0; i < options.cells; ++i) {
      const bool reduces = i == options.cells / 3 || i == last_reduction(options);
      if (reduces) channels *= 2;
      cells_.push_back(register_module(
          name(cells_.size()), std::make_shared<DartsCell>(reduces ? genotype.reduction : genotype.normal,
                                                           before_last, last, channels, reduces, larger)));
      larger = reduces;
      before_last = std::exchange(last, DartsSpace::kPoints * channels);
    }
    output_ = register_module("output", nn::Linear(last, classes));
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    return pass(x, {}, trace, nullptr);
  }

  int paths() const override { return kSteps * static_cast<int>(cells_.size()); }
  TrainingPass training_pass(const torch::Tensor& input, const torch::Tensor& factors) override {
    TrainingPass made;
    made.logits = pass(input, factors, {}, &made.inner).tensor;
    return made;
  }

 private:
  // Returns the logits. inner (may be null): receives the input of the auxiliary classifier.
  TracedTensor pass(const TracedTensor& input, const torch::Tensor& factors, const Trace& trace,
                    torch::Tensor* inner) const {
    TracedTensor last =
        trace.let("s1", normalised(trace, "stem_norm", stem_norm_, convolved(trace, "stem", stem_, input)));
    TracedTensor before_last = trace.let("s0", last), x;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const auto first = static_cast<std::int64_t>(kSteps * i);
      const auto own = factors.defined() ? factors.narrow(1, first, kSteps) : factors;
      x = trace.let("x", cells_[i]->compute(before_last, last, own, trace.of(name(i))));
      before_last = trace.let("s0", last);
      last = trace.let("s1", x);
      if (inner != nullptr && i == last_reduction_) *inner = last.tensor;
    }
    return linear(trace, "output", output_, mean_over_image(x));
  }

  static constexpr int kStem = 3;
  static std::string name(std::size_t cell) { return fmt::format("cell{}", cell + 1); }
  nn::Conv2d stem_;
  nn::BatchNorm2d stem_norm_;
  std::vector<std::shared_ptr<DartsCell>> cells_;
  std::size_t last_reduction_;  // index of the cell whose output the auxiliary classifier reads
  nn::Linear output_{nullptr};
};

// Auxiliary classifier of the output of the last reduction cell.
class AuxiliaryHead final : public ForwardModule {
 public:
  // stride: strides of the pooling by row and column.
  AuxiliaryHead(int channels, std::array<std::int64_t, 2> stride, int classes)
      : stride_(stride),
        narrow_(register_module("narrow", convolution(channels, kNarrow, 1, 1, false))),
        narrow_norm_(register_module("narrow_norm", nn::BatchNorm2d(kNarrow))),
        wide_(register_module("wide", nn::Conv2d(nn::Conv2dOptions(kNarrow, kWide, 2).bias(false)))),
        wide_norm_(register_module("wide_norm", nn::BatchNorm2d(kWide))),
        output_(register_module("output", nn::Linear(kWide, classes))) {}

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = torch::avg_pool2d(torch::relu(input), {kWindow, kWindow}, stride_);
    x = torch::relu(normalised({}, "narrow_norm", narrow_norm_, narrow_(x)).tensor);
    x = torch::relu(normalised({}, "wide_norm", wide_norm_, wide_(x)).tensor);
    return output_(torch::mean(x, {2, 3}));
  }

  // Returns the stride of the pooling for a side of the input: 3, as in the published code for CIFAR-10,
  // where the side is 8; 2 for a side of 7, as for ImageNet; 0 for smaller sides, which would leave fewer
  // than the 2x2 outputs that the last convolution needs.
  static int stride_of(int side) {
    constexpr int kUsual = 3, kOutputs = 2;
    for (int stride = kUsual; stride > 1; --stride)
      if (side >= kWindow + (kOutputs - 1) * stride) return stride;
    return 0;
  }

 private:
  static constexpr int kWindow = 5, kNarrow = 128, kWide = 768;
  std::array<std::int64_t, 2> stride_;
  nn::Conv2d narrow_;
  nn::BatchNorm2d narrow_norm_;
  nn::Conv2d wide_;
  nn::BatchNorm2d wide_norm_;
  nn::Linear output_;
};

class DartsBody final : public BodyMaker {
 public:
  DartsBody(const Genotype& genotype, const CellNetworkOptions& options)
      : genotype_(genotype), options_(options) {}

  std::shared_ptr<ScriptedModule> make(const ImageShape& input, int classes) const override {
    return std::make_shared<DartsNetwork>(genotype_, options_, input, classes);
  }
  std::shared_ptr<ForwardModule> make_auxiliary(const ImageShape& input, int classes) const override {
    const int rows = AuxiliaryHead::stride_of(halved_twice(input.height));
    const int columns = AuxiliaryHead::stride_of(halved_twice(input.width));
    if (rows == 0 || columns == 0)
      throw SettingError("auxiliary", "images of {} are too small, expected sides of at least {}",
                         to_string(input), kSmallestSide);
    return std::make_shared<AuxiliaryHead>(kReduced * DartsSpace::kPoints * options_.channels,
                                           std::array<std::int64_t, 2>{rows, columns}, classes);
  }

 private:
  static constexpr int kReduced = 4;  // factor of the channels after two reduction cells
  static constexpr int kSmallestSide = 25;
  static int halved_twice(int side) { return (side + 3) / 4; }
  Genotype genotype_;
  CellNetworkOptions options_;
};

}  // namespace

std::shared_ptr<const BodyMaker> darts_body(const Architecture& architecture,
                                            const CellNetworkOptions& options) {
  constexpr int kFewestCells = 3;
  if (options.cells < kFewestCells)
    throw SettingError("cells", "{} is below {}, a normal and two reduction cells of darts", options.cells,
                       kFewestCells);
  if (options.channels % 2 != 0)
    throw SettingError("channels", "{} is odd, a reduction of darts is made of two halves", options.channels);
  // The text lists source and operation of each step, first for the normal cell, then for the reduction cell.
  const auto numbers = numbers_in(architecture.text()).value();
  Genotype genotype;
  auto at = numbers.begin();
  for (Steps* cell : {&genotype.normal, &genotype.reduction})
    for (Step& step : *cell) {
      step.source = *at++;
      step.operation = *at++;
    }
  return std::make_shared<DartsBody>(genotype, options);
}

}  // namespace bora::nas
