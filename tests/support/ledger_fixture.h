// A ledger over one image and three instances, whose victim can be made to fail.
#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/ledger.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {

inline constexpr ImageShape kShape{1, 4, 4};
inline constexpr int kPoor = 2;  // the instance with a budget of two queries; the others have five

class LedgerTest : public ::testing::Test {
 protected:
  LedgerTest() : database_(RunDatabase::create(folder_ / "run.sqlite")) {
    InputRow image;
    image.attacked = true;
    image.content.assign(16, 100);
    image.scores.assign(3, 0);
    database_.add(image);
    for (int id = 0; id <= kPoor; ++id) {
      InstanceRow row;
      row.id = id;
      row.attack = "test";
      row.budget = id == kPoor ? 2 : 5;
      database_.add(row);
    }
  }
  int predict(const Pixels& image) { return predicted_class(victim_.scores(image), 0); }
  // An image one level off in pixel `i`.
  Pixels nudged(int i) const {
    auto image = original_;
    image[i] = from_level(101);
    return image;
  }
  Question<Pixels> question(int instance, const Pixels& image, int label) const {
    return {instance, {label, std::nullopt}, &threat_, &image};
  }

  int waited_ = 0;
  RetrySchedule hurried_{RetrySchedule::growing(RetrySchedule::Milliseconds(500), 8),
                         [this](auto, const std::string&) {
                           ++waited_;
                           return true;
                         }};
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  RunDatabase database_;
  testing::FailingVictim victim_{kShape, 3, 7};
  Oracle<Pixels> oracle_{victim_};
  LinfBall ball_{2.0 / 255, false};
  ImageTask task_{kShape, ball_};
  Pixels original_ = Pixels::Constant(16, from_level(100));
  ImageThreat threat_{ball_, std::make_shared<const Pixels>(original_)};
  int predicted_ = predict(original_);  // as label: an untargeted attack has not succeeded yet
  int other_ = (predicted_ + 1) % 3;    // as label: it has, at once
};

}  // namespace bora::attacks
