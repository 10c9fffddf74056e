// A victim of images by its address, whatever it is.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/metadata.h"
#include "models/victim.h"
#include "models/victim_options.h"

namespace bora {

/// By load_torchscript(), load_onnx(), load_package(), load_process() or load_server(), as place_of(
/// options.address) says; throws as these do.
std::unique_ptr<Victim> load_victim(const VictimOptions& options, const Batch& probes = {},
                                    ThreadPool* pool = nullptr);

/// What a model's file says of itself; nothing of one that says nothing, and of what is no file. Throws
/// InputError if the file is malformed.
std::optional<ModelMetadata> read_model_metadata(const std::string& address);

/// What tells a victim from another at the same address: of a file its SHA-256; of a process or server the
/// SHA-256 of its address, of what the server says of the model, and of the classes that the victim names for
/// generated images, which is asked for (not of a randomised one).
std::string fingerprint(Victim& victim, const VictimOptions& options);

}  // namespace bora
