// What bo-attack is told: its options, and what they mean together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/image/factory.h"
#include "attacks/runner/plan.h"
#include "models/torchscript_victim.h"
#include "tools/options/command_line.h"

namespace bora {

/// The options as typed; see --help for each.
struct AttackOptionsText {
  std::string model, input_shape, input_range, layout, scores, device;
  std::string data, part, image;
  int label = -1, images = 0, skip = 0, clean_images = 0;
  int target = -1;
  std::string targets, epsilon, visible;
  bool untargeted = false, continuous = false;
  std::string protocol, attack, describe;
  int budget = 0;
  std::uint64_t seed = 0;
  std::string out;
  bool resume = false, quiet = false, json = false;
  int threads = 0, batch = 0;
};

/// Declares all options of bo-attack on `line`, bound to `text`, which must outlive it.
void declare_options(CommandLine& line, AttackOptionsText& text);

/// Options that may differ when a run is resumed: they do not change what it finds.
const std::vector<std::string>& options_free_on_resume();

/// Checked and converted; everything that can be said to be wrong without the model or the data has been.
struct AttackSetup {
  TorchScriptOptions victim;
  PlanOptions plan;
  std::optional<double> epsilon;  ///< none: chosen by the number of channels, see default_epsilon
  bool continuous = false;
  int window = 0;
  int threads = 0;
};

/// Throws InputError naming the option, its value and what was expected.
AttackSetup check_options(const AttackOptionsText& text);

/// The images that --describe speaks of: --input-shape if it is given, else CIFAR-10's.
ImageShape shape_to_describe(const AttackOptionsText& text);

/// The bound for `--eps auto`: 0.3 for grey images (MNIST's), 8/255 for colour (CIFAR-10's and ImageNet's).
double default_epsilon(const ImageShape& shape);

}  // namespace bora
