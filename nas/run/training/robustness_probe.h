// Share of images on which a trained network resists an attack with a small budget: an objective of searches.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::nas {

struct RobustnessOptions {
  int images = 50;                     ///< >= 1
  int budget = 50;                     ///< queries per image, >= 1
  std::optional<double> epsilon = {};  ///< L-infinity bound, pixels in [0, 1]; none: default_epsilon()
  std::uint64_t seed = 0;              ///< seed of the choice of images and of the attacks
  std::string device = "cpu";
};

/// Outcome of attacking one network.
struct Resistance {
  int images = 0;
  int resisting = 0;         ///< classified correctly before and after the attack
  std::int64_t queries = 0;  ///< number of answered queries of attacks, over all images
  double share() const { return images > 0 ? static_cast<double>(resisting) / images : 0; }
};

/// Measures robust accuracy at a small budget, on the same images for all networks: the share of images that
/// a network classifies correctly and that `bo` (of bo-attack, default settings, access to scores) cannot
/// move to another class within the budget, on the 8-bit grid. A misclassified image does not resist.
///
/// As in any run of bo-attack, the ledger counts and limits all queries, and each success is read back from
/// its file and verified by another query of the network.
class RobustnessProbe {
 public:
  /// Draws the images from `data`. Throws SettingError if there are too few images
  /// or the bound is invalid.
  RobustnessProbe(const ImageDataset& data, RobustnessOptions options);

  /// Attacks the network in the file `model`; returns none if `stop` ended it. `folder`: folder of the run's
  /// database and images, readable by bo-report; its contents are replaced. The result depends only on the
  /// network and the options (on CUDA up to rounding). May be called from several threads at once. Throws
  /// VictimError if the answers of the network are not scores, InputError if it cannot be loaded or an attack
  /// failed, StorageError.
  std::optional<Resistance> measure(const std::filesystem::path& model, const std::filesystem::path& folder,
                                    const std::atomic<bool>& stop) const;

  double epsilon() const { return epsilon_; }  ///< bound in force: rounded down to the 8-bit grid

 private:
  RobustnessOptions options_;
  double epsilon_;
  ImageDataset images_;
};

}  // namespace bora::nas
