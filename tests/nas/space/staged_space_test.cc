#include "nas/space/staged_space.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

std::shared_ptr<const StagedSpace> space(const std::string& name) {
  return std::dynamic_pointer_cast<const StagedSpace>(make_space(name));
}

double size_of(const ArchitectureSpace& space) {
  double size = 1;
  for (const int level : space.levels()) size *= level;
  return size;
}

// Numbers of values as in Ru 2021, table B.1.
TEST(StagedSpace, HasAsManyNetworksAsPublished) {
  EXPECT_EQ(size_of(*space("resnet")), 1'259'712);
  EXPECT_EQ(size_of(*space("resnext-a")), 11'390'625);
  EXPECT_EQ(size_of(*space("resnext-b")), 52'734'375);
}

TEST(StagedSpace, ReadsItsStages) {
  const auto plain = space("resnet");
  const std::vector<ResidualStage> stages = plain->stages(plain->parse("d1w16 d24w256 d6w72"));
  ASSERT_EQ(stages.size(), 3u);
  EXPECT_EQ(stages[1].blocks, 24);
  EXPECT_EQ(stages[1].width, 256);
  EXPECT_EQ(stages[1].ratio, 0);
  const auto grouped = space("resnext-b");
  const ResidualStage last = grouped->stages(grouped->parse("d1w64r1g1 d2w128r2g2 d16w1024r4g16")).back();
  EXPECT_EQ(last.blocks, 16);
  EXPECT_EQ(last.width, 1024);
  EXPECT_EQ(last.ratio, 4);
  EXPECT_EQ(last.groups, 16);
}

TEST(StagedSpace, SaysWhichStageIsWrong) {
  const auto plain = space("resnet");
  testing::expect_input_error([&] { plain->parse("d1w16 d24w256"); }, "resnet", "2 stages", "three stages");
  testing::expect_input_error([&] { plain->parse("d1w16 d5w256 d6w72"); }, "stage 'd5w256' has d5",
                              "valid: 1, 2, 3");
  testing::expect_input_error([&] { plain->parse("d1w16 d4w256r1g1 d6w72"); }, "stage 'd4w256r1g1'");
  testing::expect_input_error([&] { plain->parse("d1w16 d04w256 d6w72"); }, "stage 'd04w256'");
}

TEST(StagedSpace, CountsTheWeightsOfABlock) {
  EXPECT_EQ(block_weights({.blocks = 1, .width = 16}), 2 * 9 * 16 * 16);
  EXPECT_EQ(block_weights({.blocks = 1, .width = 64, .ratio = 4, .groups = 2}),
            64 * 16 + 9 * 16 * 16 / 2 + 16 * 64);
}

TEST(StagedSpace, ABlockHasMassAndItsStageHasNone) {
  const auto plain = space("resnet");
  const Architecture network = plain->parse("d1w16 d2w16 d1w16");
  const double block = 2 * 9 * 16 * 16;
  EXPECT_EQ(plain->masses(network).front(),
            (std::vector<double>{0, 0, block, 0, block / 4, block / 4, 0, block / 16, 0}));
  const std::vector<double> numbers = plain->statistics(network);
  ASSERT_EQ(numbers.size(), 9u);
  EXPECT_DOUBLE_EQ(numbers[6], 2) << "four blocks";
  EXPECT_DOUBLE_EQ(numbers[7], std::log2(4 * block));
  EXPECT_DOUBLE_EQ(numbers[8], std::log2(block * (1 + 0.5 + 1.0 / 16)));
}

}  // namespace
}  // namespace bora::nas
