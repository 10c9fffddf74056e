#include "common/json.h"

#include <sstream>

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(Json, InvalidTextIsDiscardedOrThrown) {
  EXPECT_EQ(parse_json(R"({"a": [1, 2]})").at("a").at(1), 2);
  EXPECT_TRUE(parse_json(R"({"a": )").is_discarded());
  EXPECT_TRUE(parse_json("").is_discarded());
  EXPECT_EQ(parse_valid_json("[1]").at(0), 1);
  EXPECT_THROW(parse_valid_json("[1"), nlohmann::json::parse_error);
  std::istringstream whole("{\"a\":\n1}"), broken("{");
  EXPECT_EQ(parse_json(whole).at("a"), 1);
  EXPECT_THROW(parse_valid_json(broken), nlohmann::json::parse_error);
}

TEST(Json, DeepNestingIsDiscarded) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_FALSE(parse_json(nested(kDeepestJson)).is_discarded());
  EXPECT_TRUE(parse_json(nested(kDeepestJson + 1)).is_discarded());
  EXPECT_FALSE(nests_deeper(R"("[[[\"[[[")", 0)) << "brackets within a text";
}

TEST(Json, OrderedObjectsKeepTheirOrder) {
  EXPECT_EQ(json_text(parse_json<nlohmann::ordered_json>(R"({"b": 1, "a": 2})")), R"({"b":1,"a":2})");
  EXPECT_EQ(json_text(parse_json(R"({"b": 1, "a": 2})")), R"({"a":2,"b":1})");
}

TEST(Json, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_text(nlohmann::json("a\xff")), "\"a\xef\xbf\xbd\"");
  EXPECT_EQ(json_text(nlohmann::json({1}), 1), "[\n 1\n]");
}

}  // namespace
}  // namespace bora
