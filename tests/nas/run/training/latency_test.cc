#include "nas/run/training/latency.h"

#include <chrono>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/stub_victims.h"

namespace bora::nas {
namespace {

using Milliseconds = std::chrono::milliseconds;

/// Takes as long for pass `number`, from 0, as `duration` says, and keeps what it was shown.
class TimedVictim final : public testing::LinearVictim {
 public:
  explicit TimedVictim(std::function<Milliseconds(int number)> duration)
      : LinearVictim({3, 2, 2}, 4, 1), duration_(std::move(duration)) {}
  Scores scores(const Batch& images) override {
    shown.push_back(images);
    std::this_thread::sleep_for(duration_(static_cast<int>(shown.size()) - 1));
    return LinearVictim::scores(images);
  }
  std::vector<Batch> shown;

 private:
  std::function<Milliseconds(int)> duration_;
};

// A pass of 50 ms fills a round of 0.04 s, so that there are ten passes: five to warm up and one a round.
TEST(Latency, IsTheShortestRoundAfterTheWarmUp) {
  TimedVictim victim([](int number) { return Milliseconds(number < 5 ? 1 : number == 7 ? 50 : 150); });
  const double seconds = measure_latency(victim);
  EXPECT_GE(seconds, 0.05) << "the passes of 1 ms compile";
  EXPECT_LT(seconds, 0.15);
  ASSERT_EQ(victim.shown.size(), 10U);
  for (const Batch& image : victim.shown) EXPECT_EQ(image, Batch::Constant(1, 12, 0.5F)) << "one grey image";
}

TEST(Latency, ARoundCountsByItsMedian) {
  TimedVictim victim([](int number) { return Milliseconds(number % 3 == 2 ? 0 : 10); });
  const double seconds = measure_latency(victim);
  EXPECT_GE(seconds, 0.01) << "one pass in three returns at once";
  EXPECT_GE(victim.shown.size(), 15U) << "several passes a round";
}

TEST(Latency, AModelThatFailsIsAFailure) {
  TimedVictim victim([](int) -> Milliseconds { throw VictimError("no answer"); });
  EXPECT_THROW(measure_latency(victim), VictimError);
}

}  // namespace
}  // namespace bora::nas
