// Classifier in a TorchScript file, run by LibTorch in this process.
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

/// Loads a model and probes it with `probes`, as make_engine_victim() does. If the model returns a
/// dictionary, tuple or list, options.output names the tensor of the scores, by its key or position; the
/// default is the first of a tuple or list. Images are converted to the type of the model's first weight. A
/// model that accepts one image per call gets them one by one.
///
/// The victim runs its chunks on `pool` (null: in the calling thread), which must outlive it; the scores do
/// not depend on the pool. On CUDA, chunks of 1024 images run in sequence, with deterministic kernels and
/// without TF32.
///
/// Throws InputError with a one-line message if the file is no TorchScript archive or cannot be loaded, if
/// the device is absent, and as make_engine_victim() does, e.g. for a model that was left in training mode.
std::unique_ptr<Victim> load_torchscript(const VictimOptions& options, const Batch& probes = {},
                                         ThreadPool* pool = nullptr);

/// Throws InputError unless `device` is cpu, cuda or cuda:N and this machine has it.
void check_device(const std::string& device);

/// Returns the number of weights in a TorchScript file; nullopt if it stores them as constants, which cannot
/// be distinguished from others. Throws InputError if the file cannot be loaded.
std::optional<std::int64_t> count_weights(const std::string& path);

}  // namespace bora::models
