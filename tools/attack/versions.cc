#include "tools/attack/versions.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <opencv2/core/version.hpp>

namespace bora {

std::string bora_version() {
  return BORA_VERSION;
}

std::map<std::string, std::string> library_versions() {
  return {{"LibTorch", BORA_TORCH_VERSION},
          {"OpenCV", CV_VERSION},
          {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"Boost",
           fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
          {"SQLite", sqlite3_libversion()},
          {"compiler", fmt::format("{}", __VERSION__)}};
}

}  // namespace bora
