// Small ONNX files for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/layers.h"

namespace bora::testing {

struct OnnxToy {
  std::vector<std::int64_t> sides = {-1, 1, 2, 4};  ///< sides of the input; -1: open
  int classes = 3;
  std::string metadata = "";  ///< text of the property bora.json; "": there is none
  std::string op = "Gemm";    ///< operation after Flatten; any but Gemm has no weights
  int type = 1;               ///< ONNX's number for the type of the input; 1 means FLOAT
  int inputs = 1;
  bool two_outputs = false;  ///< whether there is an output "flat" besides "scores"
  bool alone = false;        ///< whether the graph works for one image per call only, whatever `sides` say
  int cast = 1;              ///< type to which the scores are cast; 1: not cast
  bool unit_sides = false;   ///< whether the scores are n x classes x 1 x 1
  std::vector<std::int64_t> declared =
      {};  ///< sides that the output "scores" declares; -1: open; none: no shape
  std::int64_t format = 6, operators = 9;  ///< IR version and opset that the file states
};

/// Writes a model: scores = flatten(x) W + b, with W(i, j) = ((7 i + 3 j) % 11 - 5) / 10 and b(j) = j / 10.
void write_onnx(const std::filesystem::path& path, const OnnxToy& toy = {});

/// Returns the scores that such a model computes from n x size values.
std::vector<std::vector<float>> toy_scores(const std::vector<std::vector<float>>& images, int classes);

}  // namespace bora::testing
