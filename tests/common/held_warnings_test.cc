#include "common/held_warnings.h"

#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace bora {
namespace {

using Lines = std::vector<std::string>;

class RecordingObserver final : public RunObserver {
 public:
  Lines lines;
  std::atomic<bool> stopped = false;

  const std::atomic<bool>& stop() const override { return stopped; }
  void update(double /*fraction*/, const std::string& text) override { lines.push_back("update " + text); }
  void say(const std::string& text) override { lines.push_back("say " + text); }
  void warn(const std::string& text) override { lines.push_back("warn " + text); }
  void finish() override { lines.push_back("finish"); }
};

TEST(HeldWarnings, OnlyWarningsWaitForTheRelease) {
  RecordingObserver observer;
  HeldWarnings held(observer);
  held.warn("a");
  held.warn("b");
  held.say("c");
  held.update(0.5, "d");
  held.finish();
  EXPECT_EQ(observer.lines, (Lines{"say c", "update d", "finish"}));
  EXPECT_EQ(&held.stop(), &observer.stopped);
  observer.lines.clear();
  held.release();
  held.release();
  EXPECT_EQ(observer.lines, (Lines{"warn a", "warn b"}));
}

TEST(HeldWarnings, AreDroppedWithoutARelease) {
  RecordingObserver observer;
  { HeldWarnings(observer).warn("a"); }
  EXPECT_EQ(observer.lines, Lines{});
}

}  // namespace
}  // namespace bora
