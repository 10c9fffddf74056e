// Names of tests that have a text as their parameter.
#pragma once

#include <cctype>
#include <string>

#include <gtest/gtest.h>

namespace bora::testing {

/// Returns the parameter of a test, with _ for all characters but letters and digits.
inline std::string parameter_name(const ::testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace bora::testing
