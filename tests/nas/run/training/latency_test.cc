#include "nas/run/training/latency.h"

#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/stub_victims.h"

namespace bora::nas {
namespace {

// Victim whose pass `number` (0, 1, ...) takes duration(number) seconds by its own clock. It stores the
// images.
class TimedVictim final : public testing::LinearVictim {
 public:
  explicit TimedVictim(std::function<double(int number)> duration)
      : LinearVictim({3, 2, 2}, 4, 1), duration_(std::move(duration)) {}
  Scores scores(const Batch& images) override {
    shown.push_back(images);
    seconds_ += duration_(static_cast<int>(shown.size()) - 1);
    return LinearVictim::scores(images);
  }
  double latency() {
    return measure_latency(*this, [this] { return seconds_; });
  }
  std::vector<Batch> shown;

 private:
  std::function<double(int)> duration_;
  double seconds_ = 0;
};

// A pass of 50 ms or more fills a round of 0.04 s, so that there are five warm-up passes and one per round.
TEST(Latency, IsTheShortestRoundAfterTheWarmUp) {
  TimedVictim victim([](int number) {
    if (number < 5) return 0.001;
    return number == 7 ? 0.05 : 0.15;
  });
  EXPECT_NEAR(victim.latency(), 0.05, 1e-9);
  ASSERT_EQ(victim.shown.size(), 10U);
  for (const Batch& image : victim.shown) EXPECT_EQ(image, Batch::Constant(1, 12, 0.5F)) << "one grey image";
}

// In each round of three passes, one takes no time.
TEST(Latency, ARoundCountsByItsMedian) {
  TimedVictim victim([](int number) { return number % 3 == 0 ? 0 : 0.02; });
  EXPECT_NEAR(victim.latency(), 0.02, 1e-9);
  EXPECT_GE(victim.shown.size(), 15U) << "several passes in each round";
}

TEST(Latency, UsesTheSteadyClockByDefault) {
  TimedVictim victim([](int) { return 0; });
  EXPECT_GT(measure_latency(victim), 0);
}

TEST(Latency, AModelThatFailsIsAFailure) {
  TimedVictim victim([](int) -> double { throw VictimError("no answer"); });
  EXPECT_THROW(victim.latency(), VictimError);
}

}  // namespace
}  // namespace bora::nas
