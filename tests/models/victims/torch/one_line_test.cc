#include "models/victims/torch/one_line.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace bora::models {
namespace {

// The messages are those of a module scripted in Python, since one scripted in C++ cannot raise exceptions.
TEST(OneLine, IsTheMessageOfTheModelsException) {
  const std::string head =
      "The following operation failed in the TorchScript interpreter.\nTraceback of TorchScript (most recent "
      "call last):\n    raise ValueError(\"odd\")\n    ~~~~~ <--- HERE\n";
  EXPECT_EQ(one_line(std::runtime_error(head + "builtins.ValueError: odd\n")), "ValueError: odd");
  EXPECT_EQ(one_line(std::runtime_error(head + "RuntimeError: too bright\n")), "too bright");
}

// The dispatcher's message about a model saved on a GPU has about 1,300 characters.
TEST(OneLine, LeavesOutBackendsAndIsShort) {
  const std::string keys(1200, 'k');
  const std::string line =
      one_line(std::runtime_error("RuntimeError: Could not run 'aten::empty_strided' with arguments from the "
                                  "'CUDA' backend. This could be "
                                  "because the operator doesn't exist for this backend: [" +
                                  keys + "]"));
  EXPECT_TRUE(
      line.starts_with("Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend; "))
      << line;
  EXPECT_NE(line.find("model.cpu()"), std::string::npos) << line;
  EXPECT_EQ(line.find("kkk"), std::string::npos) << line;
  EXPECT_LT(line.size(), 400U);
  EXPECT_LE(one_line(std::runtime_error("an error with " + keys)).size(), 310U);
  EXPECT_EQ(one_line(std::runtime_error("RuntimeError: Could not run 'x'")), "Could not run 'x'");
}

}  // namespace
}  // namespace bora::models
