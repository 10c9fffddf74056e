#include "models/victims/address.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::models {
namespace {

TEST(Address, DistinguishesKindsOfModels) {
  EXPECT_EQ(place_of("m.pt"), ModelPlace::torchscript);
  EXPECT_EQ(place_of("a.folder/without-ending"), ModelPlace::torchscript);
  EXPECT_EQ(place_of("m.onnx"), ModelPlace::onnx);
  EXPECT_EQ(place_of("m.pt2"), ModelPlace::package);
  EXPECT_EQ(place_of("http://host:1/v2/models/m.onnx"), ModelPlace::server);
  EXPECT_EQ(place_of("https://host/v2/models/m"), ModelPlace::server);
  EXPECT_EQ(place_of("exec:python3 serve.py http://elsewhere"), ModelPlace::process);
  EXPECT_TRUE(is_file_address("m.onnx"));
  EXPECT_FALSE(is_file_address("exec:serve"));
}

TEST(Address, RefusesOtherProtocols) {
  testing::expect_input_error([] { place_of("htp://host/v2"); }, "'htp://host/v2'", "http:// or https://");
  testing::expect_input_error([] { place_of("localhost:8000/v2/models/m"); }, "names no protocol", "http://");
  testing::expect_input_error([] { place_of("s3://bucket/m.pt"); }, "begins with 's3://'");
}

}  // namespace
}  // namespace bora::models
