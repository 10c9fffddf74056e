// Loading of a victim of images by its address.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/victims/metadata.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a victim by load_torchscript(), load_onnx(), load_package(), load_process() or load_server(), chosen
/// by place_of(options.address). Throws what these throw, and SettingError for options that this kind of
/// victim does not have.
std::unique_ptr<Victim> load_victim(const VictimOptions& options, const Batch& probes = {},
                                    ThreadPool* pool = nullptr);

/// Returns the metadata in a model's file; nullopt if the file has none or the address is not a file. Throws
/// InputError if the file is malformed.
std::optional<ModelMetadata> read_model_metadata(const std::string& address);

/// Returns a fingerprint that changes if another victim is found at the same address. For a file it is its
/// SHA-256. For a program or server it is the SHA-256 of its address, of server_model(), and of the classes
/// that the victim predicts for generated_probes(), where scores that are not finite count as a class of
/// their own. A randomised victim is not queried. Throws InputError if the victim fails on these images.
std::string fingerprint(Victim& victim, const VictimOptions& options);

}  // namespace bora::models
