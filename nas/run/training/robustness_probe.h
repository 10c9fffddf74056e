// Robustness of a trained network, an objective of searches: fraction of images on which it resists an attack
// with a small budget.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::nas {

/// Settings of a measurement of robustness by attacks.
struct RobustnessOptions {
  int images = 50;                     ///< number of attacked images, >= 1
  int budget = 50;                     ///< number of queries allowed per image, >= 1
  std::optional<double> epsilon = {};  ///< L-infinity bound, pixels in [0, 1]; none: default_epsilon()
  std::uint64_t seed = 0;              ///< seed of the choice of images and of the attacks
  std::string device = "cpu";
};

/// Outcome of the attacks on one network.
struct Resistance {
  int images = 0;
  int resisting = 0;         ///< number of images classified correctly before and after the attack
  std::int64_t queries = 0;  ///< number of answered queries of the attacks on all images
  double share() const { return images > 0 ? static_cast<double>(resisting) / images : 0; }
};

/// Measurement of robust accuracy at a small budget, on the same images for all networks: the fraction of
/// images that a network classifies correctly and that the attack `bo` (of bo-attack, default settings, with
/// scores) does not move to another class within the budget, on the 8-bit grid.
///
/// As in any run of bo-attack, the ledger counts and limits all queries, and each success is read back from
/// its file and verified by another query of the network.
class RobustnessProbe {
 public:
  /// Draws the images from `data`. Throws SettingError if it has too few images or if an option is invalid.
  RobustnessProbe(const ImageDataset& data, RobustnessOptions options);

  /// Attacks the network in the file `model`; returns nullopt if `stop` ended it. folder: receives the run's
  /// database and images, which bo-report can read; earlier contents are removed. The result depends only on
  /// the network and the options (on CUDA up to rounding). Thread-safe. Throws VictimError if the network
  /// does not answer with scores, InputError if it cannot be loaded or an attack failed, StorageError.
  std::optional<Resistance> measure(const std::filesystem::path& model, const std::filesystem::path& folder,
                                    const std::atomic<bool>& stop) const;

  double epsilon() const { return epsilon_; }  ///< epsilon, rounded down to the 8-bit grid

 private:
  RobustnessOptions options_;
  double epsilon_;
  ImageDataset images_;
};

}  // namespace bora::nas
