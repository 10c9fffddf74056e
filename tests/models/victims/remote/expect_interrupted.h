// Check that the wait for an answer can be interrupted.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/victims/victim.h"

namespace bora::testing {

/// Time limit in seconds of a victim that never answers. It exceeds the time limit of the tests.
inline constexpr double kNever = 36000;

/// Expects that setting `stop` during a query ends the wait for scores. victim: never answers, and has
/// EndpointOptions::stop `stop` and the time limit kNever.
inline void expect_interrupted(models::Victim& victim, const models::Batch& images, std::atomic<bool>& stop) {
  const std::jthread signal([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop = true;
  });
  EXPECT_THROW(victim.scores(images), VictimInterrupted);
  EXPECT_EQ(victim.passes(), std::vector<int>(static_cast<std::size_t>(images.rows()), 1))
      << "it may have seen the images";
}

}  // namespace bora::testing
