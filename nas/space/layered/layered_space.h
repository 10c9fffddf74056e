// Search spaces of NASBOT (Kandasamy et al. 2018): multi-layer perceptrons and convolutional networks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/layered/layered_network.h"

namespace bora::nas {

/// Space of the networks that can be made from a few simple ones by nine modifiers (modifiers.h).
/// Architectures have no codes; their texts are those of to_text() (layered_network.h). sample() applies one
/// to eight random modifiers to one of the simple networks.
class LayeredSpace final : public ArchitectureSpace {
 public:
  /// simple: texts of networks, at least one. Throws InputError for an invalid grammar or text.
  LayeredSpace(LayeredGrammar grammar, const std::vector<std::string>& simple);

  const std::string& name() const override { return grammar_.name; }
  const std::vector<Operation>& operations() const override { return grammar_.operations; }
  const std::vector<int>& levels() const override { return levels_; }
  Architecture sample(Rng& rng) const override;
  /// Returns up to `count` architectures (at most 100) that are one modifier away.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  /// Returns statistics of masses, widths, numbers of layers of each kind, edges and paths.
  std::vector<double> statistics(const Architecture& architecture) const override;
  std::vector<std::vector<double>> masses(const Architecture& architecture) const override;

  const LayeredGrammar& grammar() const { return grammar_; }
  /// Returns the network that an architecture describes.
  LayeredNetwork network(const Architecture& architecture) const;

 private:
  Architecture architecture(const LayeredNetwork& network) const;
  LayeredGrammar grammar_;
  std::vector<int> levels_;
  std::vector<LayeredNetwork> simple_;
};

/// Makes the space `cnn`: convolutions and residual blocks of 3x3 to 7x7, with stride 1 or 2, 2x2 poolings,
/// fully connected layers.
std::shared_ptr<const LayeredSpace> make_cnn_space();
/// Makes the space `mlp`: fully connected layers with one of six activations.
std::shared_ptr<const LayeredSpace> make_mlp_space();

}  // namespace bora::nas
