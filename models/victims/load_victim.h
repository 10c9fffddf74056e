// Loading of a victim of images of any kind by its address.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/victims/metadata.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a victim as place_of(options.address) requires, by load_torchscript(), load_onnx(), load_package(),
/// load_process() or load_server(). Throws what these throw.
std::unique_ptr<Victim> load_victim(const VictimOptions& options, const Batch& probes = {},
                                    ThreadPool* pool = nullptr);

/// Returns the metadata in a model's file; nullopt if the file has none or the address is not a file. Throws
/// InputError if the file is malformed.
std::optional<ModelMetadata> read_model_metadata(const std::string& address);

/// Returns a fingerprint that distinguishes victims at the same address. For a file it is its SHA-256; for a
/// process or server it is the SHA-256 of its address, of what the server states about the model, and of the
/// classes that the victim predicts for generated images, which are queried (not for a randomised victim).
std::string fingerprint(Victim& victim, const VictimOptions& options);

}  // namespace bora::models
