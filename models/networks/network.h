// Small networks of images that bora trains itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/thread_pool.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Returns the names of the architectures of `Network`:
///
/// - `lenet`: two 5x5 convolutions (16 and 32 channels), each with a rectifier and 2x2 max pooling, then a
///   hidden layer of 128 units (after LeCun et al., Proc. IEEE 86, 1998, with rectifiers and more channels);
/// - `resnet8`, `resnet14`, `resnet20`: residual networks of 6n + 2 layers, n = 1, 2, 3, in three stages of
///   16, 32 and 64 channels with batch normalisation (He et al., CVPR 2016, section 4.2);
/// - `vgg7`: three stages of two 3x3 convolutions with batch normalisation, of 16, 32 and 64 channels, each
///   followed by 2x2 max pooling, and global mean pooling (after Simonyan and Zisserman, ICLR 2015).
const std::vector<std::string>& architectures();

class BodyMaker;

/// Options that define a network before its training.
struct NetworkOptions {
  std::string architecture = "lenet";  ///< one of architectures(); if `body` is set, any name
  /// Maker of a body that is not one of architectures() (models/networks/network_modules.h); null: none.
  std::shared_ptr<const BodyMaker> body;
  ImageShape input;                    ///< sides of at least smallest_side
  int smallest_side = 16;              ///< smallest side that the architecture accepts
  int classes = 10;                    ///< >= 2
  std::vector<float> mean, deviation;  ///< normalisation of pixels in [0, 1] by channel; empty: 0 and 1
  std::uint64_t seed = 0;              ///< seed of the initial weights
  void check() const;                  ///< throws InputError naming the field
};

/// Sets options.mean and options.deviation to the statistics of each channel of the data; a constant channel
/// gets deviation 1.
void set_normalisation(NetworkOptions& options, const ImageDataset& dataset);

/// Network that runs on LibTorch and is a victim with gradients. Its scores are logits.
class Network final : public Victim {
 public:
  /// Makes a network with random weights: He-normal (He et al., ICCV 2015), drawn from the seed. pool: as in
  /// load_torchscript(). Throws InputError as NetworkOptions::check() does.
  explicit Network(const NetworkOptions& options, ThreadPool* pool = nullptr);
  ~Network() override;
  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;

  const NetworkOptions& options() const;
  /// Returns the number of trainable weights.
  std::int64_t weights() const;
  const VictimSpec& spec() const override;
  Scores scores(const Batch& images) override;
  bool has_gradients() override { return true; }
  Batch pullback(const Batch& images, const Batch& cotangents) override;

  struct Implementation;  ///< models/networks/network_modules.h
  Implementation& implementation() { return *implementation_; }
  const Implementation& implementation() const { return *implementation_; }

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace bora::models
