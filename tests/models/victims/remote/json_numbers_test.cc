#include "models/victims/remote/json_numbers.h"

#include <gtest/gtest.h>

namespace bora::models {
namespace {

TEST(NumberWithoutJson, IsNamedWithItsField) {
  EXPECT_EQ(number_without_json(R"({"id": 1, "rows": NaN})"), "NaN for 'rows'");
  EXPECT_EQ(number_without_json(R"({"a": {"b": [1, 2, -Infinity, NaN]}})"), "-Infinity for 'b'");
  EXPECT_EQ(number_without_json(R"({"value": 1e999})"), "1e999 for 'value'");
  EXPECT_EQ(number_without_json("[inf]"), "inf for ''");
}

TEST(NumberWithoutJson, IgnoresTextsAndValidNumbers) {
  for (const char* const text :
       {R"({"NaN": "Infinity", "a": "\"NaN", "b": -1.5e3, "c": [true, null]})", "", "{\"a", "{\"a\\"})
    EXPECT_EQ(number_without_json(text), "") << text;
}

}  // namespace
}  // namespace bora::models
