// Golden numbers of tests/golden/surrogates, read as rows of cells.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/text.h"
#include "support/layers.h"

namespace bora::testing {

/// Rows after the header.
inline std::vector<std::vector<std::string>> golden_rows(const std::string& name) {
  const std::string path = std::string(BORA_TEST_SOURCE_DIR) + "/golden/surrogates/" + name;
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(split(line, ','));
  EXPECT_FALSE(rows.empty()) << path;
  return rows;
}

}  // namespace bora::testing
