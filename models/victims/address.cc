#include "models/victims/address.h"

#include "common/setting_error.h"
#include "common/text.h"

namespace bora::models {

ModelPlace place_of(const std::string& address) {
  if (address.starts_with("exec:")) return ModelPlace::process;
  if (address.starts_with("http://") || address.starts_with("https://")) return ModelPlace::server;
  if (address.ends_with(".onnx")) return ModelPlace::onnx;
  if (address.ends_with(".pt2")) return ModelPlace::package;
  if (const auto end = address.find("://"); end != std::string::npos)
    throw SettingError("model",
                       "'{}' begins with '{}://', expected a file, exec:COMMAND, http:// or https://",
                       printable(address), printable(address.substr(0, end)));
  if (address.find("/v2/models/") != std::string::npos)
    throw SettingError("model", "'{}' names no protocol, expected http:// or https:// before a server",
                       printable(address));
  return ModelPlace::torchscript;
}

}  // namespace bora::models
