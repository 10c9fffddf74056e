#include "models/address.h"

namespace bora {

ModelPlace place_of(const std::string& address) {
  if (address.starts_with("exec:")) return ModelPlace::process;
  if (address.starts_with("http://") || address.starts_with("https://")) return ModelPlace::server;
  if (address.ends_with(".onnx")) return ModelPlace::onnx;
  if (address.ends_with(".pt2")) return ModelPlace::package;
  return ModelPlace::torchscript;
}

}  // namespace bora
