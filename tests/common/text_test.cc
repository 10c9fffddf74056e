#include "common/text.h"

#include <gtest/gtest.h>
#include <cstring>

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

TEST(LowerCase, ChangesLatinLettersAlone) {
  EXPECT_EQ(lower_case("X_Train.NPY [\u00c4]"), "x_train.npy [\u00c4]");
}

TEST(Printable, ReturnsOneShortLine) {
  EXPECT_EQ(printable("a b~"), "a b~");
  EXPECT_EQ(printable(std::string_view("a\n\x1b\0\x7f", 5)), "a????");
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdef", 5), "abcde...");
}

TEST(Printable, KeepsLettersOfAllLanguages) {
  const std::string letters = "Z\u00fcrich \u05d0 \u6587 \U0001F600";
  EXPECT_EQ(printable(letters), letters);
  EXPECT_EQ(printable("\u00e9\u6587\u6587", 6), "\u00e9\u6587...") << "no character is cut";
  EXPECT_EQ(printable("\u0085 \u00ad \u200b \u2028 \u202e \u2066 \ufeff \U000E0041"),
            "?? ?? ??? ??? ??? ??? ??? ????")
      << "control characters, and invisible ones or such that change the direction of writing";
  for (const char* bytes : {"\xff", "\xc3", "\xc1\x81", "\xe0\x81\x81", "\xed\xa0\x80", "\xf0\x80\x81\x81",
                            "\xf4\x90\x80\x80", "\xe6\x96", "\xa9"})
    EXPECT_EQ(printable(bytes), std::string(std::strlen(bytes), '?')) << "not UTF-8";
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
