#include "models/training/precision.h"

#include <ATen/autocast_mode.h>
#include <torch/version.h>

#include "common/error.h"
#include "common/text.h"
#include "models/training/training.h"

namespace bora::models {
namespace {

// Since LibTorch 2.4, autocast functions take a device, and half precision also works on the CPU.
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)
constexpr bool kHalfOnCpu = true;
void set_autocast(torch::DeviceType device, bool on, torch::ScalarType precision) {
  at::autocast::set_autocast_dtype(device, precision);
  at::autocast::set_autocast_enabled(device, on);
}
#else
constexpr bool kHalfOnCpu = false;
void set_autocast(torch::DeviceType device, bool on, torch::ScalarType precision) {
  if (device == torch::kCUDA) {
    at::autocast::set_autocast_gpu_dtype(precision);
    at::autocast::set_enabled(on);
  } else {
    at::autocast::set_autocast_cpu_dtype(precision);
    at::autocast::set_cpu_enabled(on);
  }
}
#endif

}  // namespace

const std::vector<std::string>& precisions() {
  static const std::vector<std::string> names{"float32", "bfloat16", "float16"};
  return names;
}

torch::ScalarType parse_precision(const std::string& text) {
  if (text == "float32") return torch::kFloat32;
  if (text == "bfloat16") return torch::kBFloat16;
  if (text == "float16") return torch::kFloat16;
  throw InputError("precision '{}' is not one of {}", text, join(precisions()));
}

void check_precision(torch::ScalarType precision, const torch::Device& device) {
  if (precision == torch::kFloat16 && device.is_cpu() && !kHalfOnCpu)
    throw InputError(
        "precision 'float16' on the CPU: takes LibTorch 2.4 or later; expected bfloat16 or float32");
}

MixedPrecision::MixedPrecision(torch::ScalarType precision, const torch::Device& device)
    : on_(precision != torch::kFloat32), device_(device.type()) {
  if (!on_) return;
  // Disables the cache of rounded weights. All threads would share it, and it gains nothing, since a pass
  // uses each weight once.
  cached_ = at::autocast::is_autocast_cache_enabled();
  at::autocast::set_autocast_cache_enabled(false);
  set_autocast(device_, true, precision);
}

MixedPrecision::~MixedPrecision() {
  if (!on_) return;
  set_autocast(device_, false, device_ == torch::kCUDA ? torch::kFloat16 : torch::kBFloat16);
  at::autocast::set_autocast_cache_enabled(cached_);
}

void store_channels_last(torch::nn::Module& module) {
  constexpr int kSides = 4;
  for (auto& parameter : module.parameters())
    if (parameter.dim() == kSides)
      parameter.set_data(parameter.data().contiguous(torch::MemoryFormat::ChannelsLast));
}

bool divide_gradients(const std::vector<torch::Tensor>& parameters, double scale) {
  const torch::NoGradGuard untracked;
  // Sums over all parameters first, so that there is only one synchronisation with the device.
  torch::Tensor sum;
  for (const auto& parameter : parameters) {
    auto gradient = parameter.grad();
    gradient.div_(scale);
    const auto part = (gradient * 0).sum();  // 0 if all are finite, else NaN
    sum = sum.defined() ? sum + part : part;
  }
  return !sum.defined() || sum.item<double>() == 0;
}

}  // namespace bora::models
