#include "nas/run/training/devices.h"

#include <map>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

using Names = std::vector<std::string>;

TEST(Devices, AreParsed) {
  EXPECT_EQ(devices_of("cpu", 4, 2), Names{"cpu"});
  EXPECT_EQ(devices_of("cuda:3", 4, 8), Names{"cuda:3"});
  EXPECT_EQ(devices_of("cuda:1,cuda:0", 2, 2), (Names{"cuda:1", "cuda:0"}));
  // The existence of a device is not checked here.
  EXPECT_EQ(devices_of("gpu", 1, 0), Names{"gpu"});
}

TEST(Devices, CudaMeansOneDevicePerWorker) {
  EXPECT_EQ(devices_of("cuda", 1, 4), Names{"cuda"});
  EXPECT_EQ(devices_of("cuda", 3, 2), (Names{"cuda:0", "cuda:1"}));
  EXPECT_EQ(devices_of("cuda", 2, 4), (Names{"cuda:0", "cuda:1"}));
  EXPECT_EQ(devices_of("cuda", 2, 0), Names{"cuda"});
}

TEST(Devices, RefuseInvalidLists) {
  testing::expect_input_error([] { devices_of("cpu,cuda:0", 2, 1); }, "device: 'cpu'");
  testing::expect_input_error([] { devices_of("cuda:0,cuda", 2, 1); }, "device: 'cuda'");
  testing::expect_input_error([] { devices_of("cuda:0,", 2, 1); }, "device: ''");
  testing::expect_input_error([] { devices_of("cuda:0,cuda:0", 2, 1); }, "twice");
  testing::expect_input_error([] { devices_of("cuda:0,cuda:1", 1, 2); }, "2 devices for 1 workers");
}

// Consecutive trials, as many as there are workers, are spread over the devices with a difference of at most
// 1.
TEST(Devices, ParallelTrialsAreSpreadEvenly) {
  const Names devices{"cuda:0", "cuda:1", "cuda:2"};
  for (std::int64_t first = 1; first < 8; ++first)
    for (int workers = 3; workers < 8; ++workers) {
      std::map<std::string, int> used;
      for (int i = 0; i < workers; ++i) ++used[device_of(devices, first + i)];
      ASSERT_EQ(used.size(), devices.size());
      for (const auto& [device, times] : used) {
        EXPECT_GE(times, workers / 3) << device;
        EXPECT_LE(times, (workers + 2) / 3) << device;
      }
    }
  EXPECT_EQ(device_of(devices, 1), "cuda:0");
  EXPECT_EQ(device_of(devices, 0), "cuda:0");
  EXPECT_EQ(device_of({"cpu"}, 17), "cpu");
}

}  // namespace
}  // namespace bora::nas
