#include "attacks/record/shard.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::attacks {
namespace {

TEST(ShardTest, EveryInputIsInOneShard) {
  for (const int count : {1, 3, 16})
    for (int input = 0; input < 50; ++input) {
      int holders = 0;
      for (int number = 1; number <= count; ++number) holders += Shard{number, count}.holds(input) ? 1 : 0;
      EXPECT_EQ(holders, 1) << input << " of " << count;
    }
  EXPECT_TRUE((Shard{3, 16}.holds(18)));
}

TEST(ShardTest, ReadsItsOwnText) {
  EXPECT_EQ(parse_shard("3/16", "--shard"), (Shard{3, 16}));
  EXPECT_EQ(parse_shard(Shard{16, 16}.text(), "--shard"), (Shard{16, 16}));
  EXPECT_EQ(parse_shard("1/1", "--shard").count, 1);
}

TEST(ShardTest, RefusesInvalidTexts) {
  for (const char* none : {"", "3", "3/", "/4", "x/y", "3/4 ", " 3/4", "3/4/5", "3.0/4", "1/99999999999"})
    testing::expect_input_error([&] { parse_shard(none, "--shard"); }, "--shard: got '", "expected K/N");
  for (const char* outside : {"0/4", "5/4", "-1/4"})
    testing::expect_input_error([&] { parse_shard(outside, "--shard"); }, outside, "are 1/4 to 4/4");
  for (const char* count : {"1/0", "1/-2", "1/10001"})
    testing::expect_input_error([&] { parse_shard(count, "--shard"); }, count, "N from 1 to 10000");
}

}  // namespace
}  // namespace bora::attacks
