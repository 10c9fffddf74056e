#include "models/networks/scripted_layers.h"

#include <fmt/format.h>

namespace bora::models {

torch::nn::Conv2d convolution(int in, int out, int kernel, int stride, bool bias, int groups, int dilation) {
  return torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, kernel)
                               .stride(stride)
                               .padding(dilation * (kernel / 2))
                               .dilation(dilation)
                               .groups(groups)
                               .bias(bias));
}

std::string script_convolution(const std::string& layer, const std::string& x,
                               const torch::nn::Conv2dImpl& module) {
  const auto& options = module.options;
  const auto dilation = (*options.dilation())[0];
  const auto padding = dilation * ((*options.kernel_size())[0] / 2);
  const bool plain = dilation == 1 && options.groups() == 1;
  return fmt::format("torch.conv2d({}, {}.weight, {}, [{}, {}], [{}, {}]{})", x, layer,
                     options.bias() ? layer + ".bias" : "None", (*options.stride())[0],
                     (*options.stride())[1], padding, padding,
                     plain ? "" : fmt::format(", [{0}, {0}], {1}", dilation, options.groups()));
}

std::string script_linear(const std::string& layer, const std::string& x) {
  return fmt::format("torch.linear({}, {}.weight, {}.bias)", x, layer, layer);
}

std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNormOptions& options) {
  return fmt::format(
      "torch.batch_norm({0}, {1}.weight, {1}.bias, {1}.running_mean, {1}.running_var, False, {2}, {3}, True)",
      x, layer, *options.momentum(), options.eps());
}

std::string script_normalised(const std::string& conv_layer, const torch::nn::Conv2d& conv,
                              const std::string& norm_layer, const torch::nn::BatchNorm2d& norm,
                              const std::string& x) {
  return script_norm(norm_layer, script_convolution(conv_layer, x, *conv), norm->options);
}

}  // namespace bora::models
