// Writes small TorchScript classifiers of 28x28 grey images that misbehave in one way each:
//   make_models FOLDER   ->  eleven.pt (11 classes), nan.pt (NaN scores), sometimes.pt (NaN when the top left
//   pixels are bright),
//                          batch.pt (scores depend on the batch), outage.pt (fails unless there is a file
//                          FOLDER/up), steps.pt (without gradients), small.pt (of 14x14 images), chance.pt
//                          (knows nothing: random weights)
#include <iostream>

#include <torch/script.h>

namespace {

void write(const std::string& path, int classes, const std::string& scores, int pixels = 784) {
  torch::jit::Module module("classifier");
  torch::manual_seed(1);
  module.register_parameter("weight", torch::randn({pixels, classes}) * 0.3, false);
  module.define("def forward(self, x):\n    y = torch.matmul(torch.flatten(x, 1), self.weight)\n    return " +
                scores + "\n");
  module.save(path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_models FOLDER\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  write(folder + "eleven.pt", 11, "y");
  write(folder + "nan.pt", 10, "y / torch.zeros_like(y)");
  // Digits leave the corner black, so clean images pass; most perturbations do not.
  write(folder + "sometimes.pt", 10,
        "torch.where((x[:, :, 0:2, 0:2].sum([1, 2, 3]) > 0.3).unsqueeze(1), y * float('nan'), y)");
  write(folder + "steps.pt", 10, "torch.matmul((torch.flatten(x, 1) > 0.5).float(), self.weight)");
  write(folder + "batch.pt", 10, "y - 0.9 * y.mean(0, keepdim=True)");
  write(folder + "outage.pt", 10, "y + 0.0 * torch.from_file(\"" + folder + "up\", False, 1).sum()");
  write(folder + "small.pt", 10, "y", 196);
  write(folder + "chance.pt", 10, "y");
  return 0;
}
