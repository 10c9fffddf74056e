// How many images a trained network resists an attack on, at a small budget: an objective of searches.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "data/dataset.h"

namespace bora {

struct RobustnessOptions {
  int images = 50;                     ///< >= 1
  int budget = 50;                     ///< queries an image, >= 1
  std::optional<double> epsilon = {};  ///< L-infinity bound, pixels in [0, 1]; none: default_epsilon()
  std::uint64_t seed = 0;              ///< of the choice of images and of the attacks
  std::string device = "cpu";
};

/// What came of attacking one network.
struct Resistance {
  int images = 0;
  int resisting = 0;         ///< classified rightly, and still after the attack
  std::int64_t queries = 0;  ///< answered attacked inputs, all images together
  double share() const { return images > 0 ? static_cast<double>(resisting) / images : 0; }
};

/// Robust accuracy at a small budget, on the same images for all networks: the share of them that a network
/// gets right and that `bo` (bo-attack's, with its own settings, scores visible) cannot move to another class
/// within the budget, on the 8-bit grid. An image that is misclassified to begin with does not resist.
///
/// As in any run of bo-attack the ledger counts and bounds every query, and every success is read back from a
/// file and shown to the network again.
class RobustnessProbe {
 public:
  /// Draws the images from `data`. Throws InputError naming the option of bo-nas where there are too few, or
  /// the bound is none.
  RobustnessProbe(const ImageDataset& data, RobustnessOptions options);

  /// Attacks the network in the file `model`. `folder`: for the run's database and images, of which bo-report
  /// makes a report; what is there is replaced. None if `stop` ended it. The result depends on the network
  /// and the options alone (on CUDA up to rounding). May be called from several threads at once. Throws
  /// VictimError if the network answers with what are no scores, InputError if it cannot be loaded or if an
  /// attack failed, StorageError.
  std::optional<Resistance> measure(const std::filesystem::path& model, const std::filesystem::path& folder,
                                    const std::atomic<bool>& stop) const;

  double epsilon() const { return epsilon_; }  ///< in force: rounded down to the 8-bit grid

 private:
  RobustnessOptions options_;
  double epsilon_;
  ImageDataset images_;
};

}  // namespace bora
