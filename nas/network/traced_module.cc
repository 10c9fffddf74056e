#include "nas/network/traced_module.h"

#include <fmt/format.h>

#include "models/networks/scripted_layers.h"

namespace bora::nas {
namespace {

// Returns "[number, number]".
std::string pair_of(int number) {
  return fmt::format("[{0}, {0}]", number);
}

// Activation and its TorchScript expression of {}.
struct Activation {
  const char* name;
  torch::Tensor (*compute)(const torch::Tensor&);
  const char* script;
};

using Tensor = torch::Tensor;
const Activation kActivations[] = {
    {"relu", [](const Tensor& x) { return torch::relu(x); }, "torch.relu({})"},
    {"leaky-relu", [](const Tensor& x) { return torch::leaky_relu(x, 0.01); }, "torch.leaky_relu({}, 0.01)"},
    {"elu", [](const Tensor& x) { return torch::elu(x); }, "torch.elu({}, 1.0, 1.0, 1.0)"},
    {"softplus", [](const Tensor& x) { return torch::softplus(x); }, "torch.softplus({}, 1.0, 20.0)"},
    {"logistic", [](const Tensor& x) { return torch::sigmoid(x); }, "torch.sigmoid({})"},
    {"tanh", [](const Tensor& x) { return torch::tanh(x); }, "torch.tanh({})"}};

}  // namespace

Trace Trace::of(const char* name, int number) const {
  return scripted() ? of(fmt::format("{}{}", name, number)) : Trace();
}

TracedTensor Trace::let(const char* variable, const TracedTensor& value) const {
  if (!scripted()) return value;
  *statements_ += fmt::format("  {} = {}\n", variable, value.text);
  return TracedTensor(std::string(variable));
}

TracedTensor Trace::let(const char* variable, int number, const TracedTensor& value) const {
  return scripted() ? let(fmt::format("{}{}", variable, number).c_str(), value) : value;
}

std::string TracedModule::script(const std::string& self) const {
  std::string statements;
  const Trace trace(self, statements);
  trace.let("x", compute(TracedTensor(std::string("x")), trace));
  return statements;
}

TracedTensor operator+(const TracedTensor& a, const TracedTensor& b) {
  if (a.scripted()) return TracedTensor(a.text + " + " + b.text);
  return a.tensor + b.tensor;
}

TracedTensor sum(const TracedTensors& terms) {
  TracedTensor all = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) all = all + terms[i];
  return all;
}

TracedTensor relu(const TracedTensor& x) {
  return activated("relu", x);
}

TracedTensor cat(const TracedTensors& parts) {
  if (parts.size() == 1) return parts.front();
  std::vector<torch::Tensor> tensors;
  std::string texts;
  for (const TracedTensor& part : parts) {
    tensors.push_back(part.tensor);
    texts += (texts.empty() ? "" : ", ") + part.text;
  }
  if (parts.front().scripted()) return TracedTensor(fmt::format("torch.cat([{}], 1)", texts));
  return torch::cat(tensors, 1);
}

TracedTensor mean_over_image(const TracedTensor& x) {
  if (x.scripted()) return TracedTensor(fmt::format("torch.mean({}, [2, 3])", x.text));
  return torch::mean(x.tensor, {2, 3});
}

TracedTensor max_pool(const TracedTensor& x, int side, int stride, int padding, bool rounds_up) {
  if (x.scripted())
    return TracedTensor(fmt::format("torch.max_pool2d({}, {}, {}, {}{})", x.text, pair_of(side),
                                    pair_of(stride), pair_of(padding), rounds_up ? ", [1, 1], True" : ""));
  return torch::max_pool2d(x.tensor, {side, side}, {stride, stride}, {padding, padding}, {1, 1}, rounds_up);
}

TracedTensor mean_pool(const TracedTensor& x, int side, int stride, int padding, bool rounds_up) {
  if (x.scripted())
    return TracedTensor(fmt::format("torch.avg_pool2d({}, {}, {}, {}, {}, False)", x.text, pair_of(side),
                                    pair_of(stride), pair_of(padding), rounds_up ? "True" : "False"));
  return torch::avg_pool2d(x.tensor, {side, side}, {stride, stride}, {padding, padding}, rounds_up, false);
}

TracedTensor activated(const std::string& activation, const TracedTensor& x) {
  for (const Activation& each : kActivations) {
    if (activation != each.name) continue;
    if (x.scripted()) return TracedTensor(fmt::format(fmt::runtime(each.script), x.text));
    return each.compute(x.tensor);
  }
  return x;
}

TracedTensor convolved(const Trace& trace, const char* name, const torch::nn::Conv2d& conv,
                       const TracedTensor& x) {
  if (trace.scripted()) return TracedTensor(script_convolution(trace.path(name), x.text, *conv));
  return conv.ptr()->forward(x.tensor);
}

TracedTensor linear(const Trace& trace, const char* name, const torch::nn::Linear& layer,
                    const TracedTensor& x) {
  if (trace.scripted()) return TracedTensor(script_linear(trace.path(name), x.text));
  return layer.ptr()->forward(x.tensor);
}

template <typename Norm>
TracedTensor normalised(const Trace& trace, const char* name, const Norm& norm, const TracedTensor& x) {
  if (trace.scripted()) return TracedTensor(script_norm(trace.path(name), x.text, norm->options));
  if (!norm->is_training() || x.tensor.numel() > x.tensor.size(1)) return norm.ptr()->forward(x.tensor);
  return torch::batch_norm(x.tensor, norm->weight, norm->bias, norm->running_mean, norm->running_var, false,
                           *norm->options.momentum(), norm->options.eps(), true);
}
template TracedTensor normalised(const Trace&, const char*, const torch::nn::BatchNorm1d&,
                                 const TracedTensor&);
template TracedTensor normalised(const Trace&, const char*, const torch::nn::BatchNorm2d&,
                                 const TracedTensor&);

}  // namespace bora::nas
