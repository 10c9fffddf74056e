#include "tools/attack/versions.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <opencv2/core/version.hpp>

#include "models/victims/onnx/onnx_victim.h"

namespace bora::tools {

std::string bora_version() {
  return BORA_VERSION;
}

std::map<std::string, std::string> library_versions() {
  std::map<std::string, std::string> versions = {
      {"LibTorch", BORA_TORCH_VERSION},
      {"OpenCV", CV_VERSION},
      {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"Boost",
       fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
      {"SQLite", sqlite3_libversion()},
      {"compiler", fmt::format("{}", __VERSION__)}};
  // Library that runs ONNX files: OpenCV, which is listed above and stays as it is, or ONNX Runtime.
  const std::string onnx = onnx_library();
  versions.emplace(onnx.substr(0, onnx.rfind(' ')), onnx.substr(onnx.rfind(' ') + 1));
  return versions;
}

}  // namespace bora::tools
