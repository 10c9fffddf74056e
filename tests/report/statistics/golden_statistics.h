// Reference values of tests of statistics, which tests/golden/report/report_statistics.py made.
#pragma once

#include <fstream>

#include <nlohmann/json.hpp>

#include "common/json.h"

namespace bora::report {

inline const nlohmann::json& golden() {
  static const nlohmann::json values = [] {
    std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/report/report_statistics.json");
    return parse_valid_json(file);
  }();
  return values;
}

}  // namespace bora::report
