#include "common/text.h"

#include <gtest/gtest.h>

namespace bora {
namespace {

using Words = std::vector<std::string>;

TEST(NearestName, CorrectsTypos) {
  const Words names = {"digits", "fashion-mnist", "gp-bo", "square"};
  EXPECT_EQ(nearest_name("digts", names), "digits");    // left out
  EXPECT_EQ(nearest_name("digiits", names), "digits");  // doubled
  EXPECT_EQ(nearest_name("digots", names), "digits");   // another letter
  EXPECT_EQ(nearest_name("sqaure", names), "square");   // swapped
  EXPECT_EQ(nearest_name("fashion_mnst", names), "fashion-mnist");
  EXPECT_EQ(nearest_name("gp_bo", names), "gp-bo");
  EXPECT_EQ(nearest_name("digits", names), "digits");
}

TEST(NearestName, CountsAnExchangeOfNeighboursAsOneEdit) {
  EXPECT_EQ(nearest_name("widht", {"depth", "width"}), "width");
  EXPECT_EQ(nearest_name("rl", {"width", "lr"}), "lr");
  EXPECT_EQ(nearest_name("htdiw", {"width"}), "");
}

TEST(NearestName, IsEmptyForNonsense) {
  const Words names = {"digits", "square"};
  EXPECT_EQ(nearest_name("mnist", names), "");
  EXPECT_EQ(nearest_name("xyz", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name("digits", {}), "");
}

TEST(NearestName, PrefersTheNearerAndThenTheFirst) {
  EXPECT_EQ(nearest_name("abcdef", {"abcxyf", "abcdex"}), "abcdex");
  EXPECT_EQ(nearest_name("abcdef", {"abcdey", "abcdex"}), "abcdey");
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({}), "");
  EXPECT_EQ(join({"a"}), "a");
  EXPECT_EQ(join({"a", "", "c"}), "a, , c");
  EXPECT_EQ(join({"a", "b"}, "|"), "a|b");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("", ','), Words({""}));
  EXPECT_EQ(split("a", ','), Words({"a"}));
  EXPECT_EQ(split("a,b", ','), Words({"a", "b"}));
  EXPECT_EQ(split(",a,,b,", ','), Words({"", "a", "", "b", ""}));
}

TEST(Printable, ReturnsOneShortLineOfAscii) {
  EXPECT_EQ(printable("a b~"), "a b~");
  EXPECT_EQ(printable(std::string_view("a\n\x1b\0\xc3\xa9\x7f", 7)), "a??????");
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdef", 5), "abcde...");
}

TEST(NearestName, IsEmptyForLongWords) {
  const std::string a(200'000, 'a'), b(200'000, 'b');
  EXPECT_EQ(nearest_name(a, {b, "a"}), "");
  EXPECT_EQ(nearest_name("b", {b, a}), "");
}

TEST(CountOf, TakesTheSingularForOneAlone) {
  EXPECT_EQ(count_of(1, "image"), "1 image");
  EXPECT_EQ(count_of(0, "image"), "0 images");
  EXPECT_EQ(count_of(1, "query", "queries"), "1 query");
  EXPECT_EQ(count_of(12345, "query", "queries"), "12,345 queries");
}

}  // namespace
}  // namespace bora
