#include "models/odd_models.h"

#include <torch/script.h>

namespace bora::models {
namespace {

void write(const std::string& path, int classes, const std::string& scores, int pixels = 784) {
  torch::jit::Module module("classifier");
  torch::manual_seed(1);
  module.register_parameter("weight", torch::randn({pixels, classes}) * 0.3, false);
  module.define("def forward(self, x):\n    y = torch.matmul(torch.flatten(x, 1), self.weight)\n    return " +
                scores + "\n");
  module.save(path);
}

void wrap(const std::string& path, const std::string& good, const std::string& body,
          const torch::jit::ExtraFilesMap& files = {}) {
  torch::jit::Module module("wrapped");
  module.register_module("good", torch::jit::load(good));
  module.register_attribute("calls", c10::IntType::get(), 0);
  module.define("def forward(self, x):\n" + body);
  module.save(path, files);
}

}  // namespace

void write_odd_classifiers(const std::string& folder) {
  write(folder + "eleven.pt", 11, "y");
  write(folder + "nan.pt", 10, "y / torch.zeros_like(y)");
  // Digits have a black corner, so scores of clean images are valid; those of most perturbed images are not.
  write(folder + "sometimes.pt", 10,
        "torch.where((x[:, :, 0:2, 0:2].sum([1, 2, 3]) > 0.3).unsqueeze(1), y * float('nan'), y)");
  write(folder + "steps.pt", 10, "torch.matmul((torch.flatten(x, 1) > 0.5).float(), self.weight)");
  write(folder + "batch.pt", 10, "y - 0.9 * y.mean(0, keepdim=True)");
  write(folder + "outage.pt", 10, "y + 0.0 * torch.from_file(\"" + folder + "up\", False, 1).sum()");
  write(folder + "small.pt", 10, "y", 196);
  write(folder + "chance.pt", 10, "y");
  torch::jit::Module endless("endless");
  endless.define(
      "def forward(self, x):\n    i = 0\n    while i >= 0:\n        i = (i + 1) % 7\n"
      "    return torch.flatten(x, 1)\n");
  endless.save(folder + "endless.pt");
}

void wrap_classifier(const std::string& folder, const std::string& good) {
  wrap(folder + "saturated.pt", good, "    return torch.softmax(self.good.forward(x) * 1000.0, 1)\n");
  wrap(folder + "noisy.pt", good,
       "    self.calls = self.calls + 1\n"
       "    y = self.good.forward(x)\n"
       "    return y + 0.001 * torch.randn_like(y) if self.calls > 100 else y\n");
  wrap(folder + "masked.pt", good, "    return self.good.forward(torch.round(x * 16.0) / 16.0)\n");
  wrap(folder + "constant.pt", good, "    return self.good.forward(torch.zeros_like(x))\n");
  wrap(folder + "claimed.pt", good, "    return self.good.forward(x)\n",
       {{"bora.json", R"({"format": 1, "data": {"source": "digits"}, "test_accuracy": 0.9999})"}});
}

void wrap_graph_classifier(const std::string& folder, const std::string& good) {
  torch::jit::ExtraFilesMap files{{"bora.json", ""}};
  torch::jit::Module module("wrapped");
  module.register_module("good", torch::jit::load(good, c10::nullopt, files));
  module.define(
      "def forward(self, x, edge_index, batch):\n"
      "    y = self.good.forward(x, edge_index, batch, None)\n"
      "    return torch.dropout(y, 0.2, True)\n");
  module.save(folder + "dropout.pt", files);
}

}  // namespace bora::models
