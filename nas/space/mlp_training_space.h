// Search space of multi-layer perceptrons and their training hyper-parameters.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/layered/layered_space.h"

namespace bora::nas {

/// Space of networks of up to three fully connected layers with rectifiers, with their number of training
/// epochs and their learning rate, as a vector [n_1, n_2, n_3, E, eta]. A layer without units is absent
/// (Twist, "Bayesian optimisation of neural network architectures", section 4). The publication leaves the
/// bounds to the user; here the learning rate is searched by its logarithm, since its bounds are a factor of
/// 300 apart. Text: "128-64 epochs=12 lr=0.0123", or "none epochs=..." without layers. Architectures have no
/// codes. Graphs are those of the network in the space `mlp` (LayeredSpace).
///
/// Statistics are the vector scaled to the unit box. given_prior_search() is Twist's algorithm 4 as printed,
/// with sigmoids and a given prior. The strategy
/// bowl:model=statistics:acquisition=ei:start=random:pool=random:clip=no on this space is similar, but learns
/// the prior.
class MlpTrainingSpace final : public ArchitectureSpace {
 public:
  static constexpr int kLayers = 3, kMostUnits = 256, kLeastEpochs = 1, kMostEpochs = 30;
  static constexpr double kLeastRate = 0.001, kMostRate = 0.3;

  MlpTrainingSpace();
  const std::string& name() const override;
  const std::vector<Operation>& operations() const override { return networks_->operations(); }
  const std::vector<int>& levels() const override { return levels_; }
  Architecture sample(Rng& rng) const override;
  /// Returns up to `count` architectures (at most 100) in which one number of the vector is changed by 0.12
  /// of its range on average, or one layer is removed.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& /*code*/) const override { return std::nullopt; }
  /// Returns the vector in [0, 1]^5, with absent layers last.
  std::vector<double> statistics(const Architecture& architecture) const override;
  std::vector<std::vector<double>> masses(const Architecture& architecture) const override;
  std::optional<TrainingSetting> training(const Architecture& architecture) const override;

  /// Returns the network as an architecture of the space `mlp`, networks().
  Architecture network(const Architecture& architecture) const;
  const std::shared_ptr<const LayeredSpace>& networks() const { return networks_; }

 private:
  struct Setting {
    std::vector<int> units;  // units of each layer that is present
    int epochs = 1;
    double rate = 0.01;
  };
  Setting setting(const Architecture& architecture) const;
  Setting from_box(const std::array<double, kLayers + 2>& box) const;
  std::array<double, kLayers + 2> to_box(const Setting& setting) const;
  Architecture make(const Setting& setting) const;
  std::string layered_text(const Setting& setting) const;

  std::shared_ptr<const LayeredSpace> networks_;
  std::vector<int> levels_;
};

}  // namespace bora::nas
