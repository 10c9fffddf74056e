// A classifier in a TorchScript file, run by LibTorch in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/metadata.h"
#include "models/victim.h"

namespace bora {

/// What is stated here overrides what the archive's metadata state (models/metadata.h); what neither states
/// has the default named below.
struct TorchScriptOptions {
  std::string path;
  std::optional<ImageShape> input = {};  ///< default: data_shape
  std::optional<ImageShape> data_shape =
      {};                                ///< of the images at hand; a model that takes another is refused
  std::optional<ScoreKind> kind = {};    ///< default: found out on the probe images
  std::optional<ValueRange> range = {};  ///< values the model expects for 0 and 1; default 0 and 1
  std::optional<Layout> layout = {};     ///< default nchw
  std::string device = "cpu";            ///< cpu | cuda | cuda:N
  int chunk = 16;  ///< images in a forward pass on the CPU, >= 1; scores may depend on it in their last bits
};

/// Loads a model and tries it on `probes` (n x size, as Victim::scores takes them; none: on generated
/// images), to learn the number of classes and, where nobody states it, whether its scores are probabilities
/// (rows that are not negative and sum to 1 within 1e-3) or logits. A model that returns a tuple or list is
/// taken by its first tensor.
///
/// The victim runs its chunks on `pool` (null: in the calling thread), which must outlive it; the scores do
/// not depend on the pool. On CUDA a batch goes through in one pass, with deterministic kernels and without
/// TF32.
///
/// Throws InputError, one line, if the file is no TorchScript archive or cannot be loaded, the device is
/// absent, the model rejects images of the shape, its output is not n x classes or not finite, contradicts
/// what was stated, or differs from one call to the next (a model left in training mode).
std::unique_ptr<Victim> load_torchscript(const TorchScriptOptions& options, const Batch& probes = {},
                                         ThreadPool* pool = nullptr);

/// Number of weights in a TorchScript file; none where it keeps them as constants, which cannot be told from
/// others. Throws InputError as load_torchscript does.
std::optional<std::int64_t> count_weights(const std::string& path);

}  // namespace bora
