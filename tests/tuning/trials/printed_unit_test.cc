#include "tuning/trials/printed_unit.h"

#include <gtest/gtest.h>

#include "tuning/trials/program.h"

namespace bora::tuning {
namespace {

TEST(PrintedUnit, IsTheWordBehindTheNumber) {
  EXPECT_EQ(leading_unit(" ms"), "ms");
  EXPECT_EQ(leading_unit("s, done"), "s");
  EXPECT_EQ(leading_unit("\xc2\xb5s)"), "\xc2\xb5s");
  EXPECT_EQ(leading_unit("it/s]"), "it/s");
  for (const char* const none : {"", " ", "steps", "in 3 s", "%", ", 3 ms", "m20s", "s/step"})
    EXPECT_EQ(leading_unit(none), "") << none;
}

TEST(PrintedUnit, DiffersIfItsSizeDoes) {
  EXPECT_TRUE(differ_in_scale("ms", "s"));
  EXPECT_TRUE(differ_in_scale("MB", "MiB"));
  EXPECT_TRUE(differ_in_scale("it/s", "s/it"));
  EXPECT_FALSE(differ_in_scale("s", "seconds"));
  EXPECT_FALSE(differ_in_scale("ms", "MB")) << "two numbers, not one in two units";
  EXPECT_FALSE(differ_in_scale("", "ms"));
}

TEST(PrintedUnit, OfAValueIsFoundByAnExpression) {
  const ValueReader reader("regex:time: ([0-9.]+)");
  EXPECT_EQ(reader.read_with_unit("time: 3 s\ntime: 850 ms\n").unit, "ms");
  EXPECT_EQ(reader.read_with_unit("time: 850 ms\n").number, 850);
  EXPECT_EQ(reader.read_with_unit("time: 850\nms").unit, "");
  EXPECT_EQ(ValueReader("regex:time: ([0-9.]+) s").read_with_unit("time: 1.2 s").unit, "s");
}

TEST(PrintedUnit, NumbersWithWordsAreTold) {
  for (const char* const line :
       {"850 ms", "1.2s", "93.1%", "time: 850 ms", "val_loss=-0.25", "best so far: 1e-3"})
    EXPECT_TRUE(is_number_with_words(line)) << line;
  for (const char* const line :
       {"0.5", "infeasible", "constraint 3 violated", "3 of 7", "", "error at step 3"})
    EXPECT_FALSE(is_number_with_words(line)) << line;
}

}  // namespace
}  // namespace bora::tuning
