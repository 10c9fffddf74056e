// Fixture with data and options of plans.
#pragma once

#include <gtest/gtest.h>

#include "attacks/runner/image_plan.h"
#include "support/stub_victims.h"

namespace bora::attacks {

/// Fixture with sixty images that the victim classifies correctly, and options for two attacks on the first
/// five.
class PlanTest : public ::testing::Test {
 protected:
  PlanTest() : data_(testing::labelled_images(victim_, 60, 2)) {
    options_.attacks = {"square", "random"};
    options_.inputs = 5;
    options_.clean_inputs = 0;
  }
  testing::LinearVictim victim_{{1, 6, 6}, 5, 3};
  ImageDataset data_;
  PlanOptions options_;
};

}  // namespace bora::attacks
