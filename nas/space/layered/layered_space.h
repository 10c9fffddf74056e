// The spaces of multi-layer perceptrons and of convolutional networks of NASBOT (Kandasamy et al. 2018).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/layered/layered_network.h"

namespace bora::nas {

/// Space of the networks that nine modifiers make of a few simple ones. It is too large to list, so
/// architectures have no codes. sample() applies one to eight modifiers to one of the simple networks. Texts
/// are as to_text() makes them.
class LayeredSpace final : public ArchitectureSpace {
 public:
  /// simple: texts of networks of the grammar, at least one; throws InputError.
  LayeredSpace(LayeredGrammar grammar, const std::vector<std::string>& simple);

  const std::string& name() const override { return grammar_.name; }
  const std::vector<Operation>& operations() const override { return grammar_.operations; }
  const std::vector<int>& levels() const override { return levels_; }
  Architecture sample(Rng& rng) const override;
  /// Returns architectures one modifier away, at most 100 of them.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  /// Returns sizes, depths and masses.
  std::vector<double> statistics(const Architecture& architecture) const override;
  std::vector<std::vector<double>> masses(const Architecture& architecture) const override;

  const LayeredGrammar& grammar() const { return grammar_; }
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
