// Address of a victim, as given to --model.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::models {

/// Kind of an address: the format of a file, or a protocol.
enum class ModelPlace {
  torchscript,  ///< any other file name
  onnx,         ///< a file whose name ends with .onnx
  package,      ///< a file whose name ends with .pt2: native code made by AOTInductor
  process,      ///< exec:COMMAND, see models/victims/remote/process_protocol.h
  server,       ///< http://... or https://..., an inference server that speaks KServe's v2
};

/// Returns where the model of an address runs or is stored. Throws InputError for an unknown protocol.
ModelPlace place_of(const std::string& address);
inline bool is_file(ModelPlace place) {
  return place != ModelPlace::process && place != ModelPlace::server;
}
inline bool is_torchscript(const std::string& address) {
  return place_of(address) == ModelPlace::torchscript;
}
inline bool is_file_address(const std::string& address) {
  return is_file(place_of(address));
}

}  // namespace bora::models
