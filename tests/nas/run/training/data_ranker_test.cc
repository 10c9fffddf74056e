#include "nas/run/training/data_ranker.h"

#include <gtest/gtest.h>

namespace bora::nas {
namespace {

TEST(DataRanker, MakesASupernetLikeTheNetworksOfTheSearch) {
  CellTask task;
  task.network = {.channels = 6, .cells = 2, .stages = 3};
  task.devices = {"cuda:1", "cuda:0"};
  task.train.shape = {1, 16, 16};
  task.train.classes = 4;
  task.train.labels = {0, 1};
  task.train.records = {0, 1};
  task.train.pixels.assign(2 * 256, 51);
  const SupernetOptions options = supernet_options(task, 3);
  EXPECT_EQ(options.device, "cuda:1") << "the first, on which the first network is trained, too";
  EXPECT_EQ(options.network.channels, 6);
  EXPECT_EQ(options.classes, 4);
  ASSERT_EQ(options.mean.size(), 1u);
  EXPECT_NEAR(options.mean[0], 0.2, 1e-6);
  EXPECT_NE(options.seed, supernet_options(task, 4).seed);
}

}  // namespace
}  // namespace bora::nas
