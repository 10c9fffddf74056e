#include "models/torchscript_fixtures.h"

#include <fstream>

#include <torch/script.h>

namespace bora::models {

void write_torchscript(const std::filesystem::path& path, const std::string& body, const std::string& returns,
                       const std::string& metadata, const std::string& arguments) {
  torch::jit::Module module("__torch__.Fixture", std::make_shared<torch::jit::CompilationUnit>());
  module.register_attribute("training", c10::BoolType::get(), false);
  module.define("def forward(self, " + arguments + ") -> " + returns + ":\n  " + body + "\n");
  torch::jit::ExtraFilesMap extra;
  if (!metadata.empty()) extra["bora.json"] = metadata;
  module.save(path.string(), extra);
}

void write_colour_classifier(const std::filesystem::path& path, bool half) {
  torch::jit::Module module("__torch__.Fixture", std::make_shared<torch::jit::CompilationUnit>());
  module.register_attribute("training", c10::BoolType::get(), false);
  const auto weights = torch::arange(12, torch::kFloat32).reshape({4, 3, 1, 1});
  module.register_parameter("w", half ? weights.to(torch::kHalf) : weights, false);
  module.define(
      "def forward(self, x: Tensor) -> Tensor:\n"
      "  return x.flatten(1).mean(1, True) * self.w.sum([1, 2, 3])\n");
  module.save(path.string());
}

void write_frozen_colour_classifier(const std::filesystem::path& path, bool half) {
  torch::jit::Module module("__torch__.Fixture", std::make_shared<torch::jit::CompilationUnit>());
  module.register_attribute("training", c10::BoolType::get(), false);
  module.register_parameter("w", torch::arange(12, torch::kFloat32).reshape({4, 3, 1, 1}), false);
  module.register_parameter("means", torch::full({3, 1, 1}, 0.5), false);
  module.define(
      "def forward(self, x: Tensor) -> Tensor:\n"
      "  return torch.conv2d(x - self.means, self.w).mean([2, 3])\n");
  module.eval();
  if (half) module.to(torch::kHalf);
  torch::jit::freeze(module).save(path.string());
}

void write_weights_only(const std::filesystem::path& path) {
  const auto bytes = torch::jit::pickle_save(torch::ones({3}));
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace bora::models
