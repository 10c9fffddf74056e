// Fixture for tests of TorchScript victims.
#pragma once

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "models/torchscript_fixtures.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models::torchscript_test {

inline constexpr ImageShape kShape{1, 2, 3};  // six pixels, the first three of which are scores below

/// Victims made of a few lines of TorchScript.
class TorchScript : public ::testing::Test {
 protected:
  VictimOptions options(const std::string& body, const std::string& returns = "Tensor",
                        const std::string& metadata = "") {
    write_torchscript(path_, body, returns, metadata);
    VictimOptions options;
    options.address = path_.string();
    options.data_shape = kShape;
    return options;
  }
  std::string error(const VictimOptions& options) {
    return testing::input_error([&] { load_torchscript(options); });
  }
  std::string file_error(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    VictimOptions options;
    options.address = path_.string();
    return error(options);
  }
  static Batch ramp() {
    Batch images(2, kShape.size());
    images << 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f,  //
        0.6f, 0.5f, 0.4f, 0.3f, 0.2f, 0.1f;
    return images;
  }

  testing::TemporaryFolder directory_;
  std::filesystem::path path_ = directory_.path() / "model.pt";
};

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is missing in: " << text;
}

}  // namespace bora::models::torchscript_test
