// A classifier in a TorchScript file, run by LibTorch in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/victims/metadata.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a model and tries it on `probes` (n x size, as Victim::scores takes them; none: on generated
/// images), to learn the number of classes and, if it is not stated, whether its scores are probabilities
/// (rows that are not negative and sum to 1 within 1e-3) or logits. Of a model that returns a dictionary,
/// tuple or list, options.output names the tensor (by key or position); without a name it is the first of a
/// tuple or list. Its input has the precision of its first weight. A model that takes a single image a call
/// gets them one by one.
///
/// The victim runs its chunks on `pool` (null: in the calling thread), which must outlive it; the scores do
/// not depend on the pool. On CUDA a batch goes through in one pass, with deterministic kernels and without
/// TF32.
///
/// Throws InputError, one line, if the file is no TorchScript archive or cannot be loaded, the device is
/// absent, the model rejects images of the shape, its output is not n x classes or not finite, contradicts
/// what was stated, or differs from one call to the next (a model left in training mode).
std::unique_ptr<Victim> load_torchscript(const VictimOptions& options, const Batch& probes = {},
                                         ThreadPool* pool = nullptr);

/// Throws InputError unless it is cpu, cuda or cuda:N and this machine has it.
void check_device(const std::string& device);

/// Returns the number of weights in a TorchScript file; nullopt where it keeps them as constants, which
/// cannot be distinguished from others. Throws InputError as load_torchscript does.
std::optional<std::int64_t> count_weights(const std::string& path);

}  // namespace bora::models
