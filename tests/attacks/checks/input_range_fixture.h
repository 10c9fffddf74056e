// Victims and images for tests of the check of the input format.
#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "attacks/checks/input_range.h"
#include "common/error.h"
#include "support/stub_victims.h"

namespace bora::attacks::input_range_test {
inline constexpr ImageShape kShape{1, 6, 6};

// Victim that separates bright from dark images by their mean. It expects values in the range `own`, but gets
// those in the range `fed`, to which it converts [0, 1].
class BrightnessVictim final : public testing::LinearVictim {
 public:
  BrightnessVictim(ValueRange own, ValueRange fed) : LinearVictim(kShape, 2, 1), own_(own), fed_(fed) {}
  Scores scores(const Batch& images) override {
    rows += static_cast<int>(images.rows());
    Scores out{Batch(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const float value = fed_.low + images.row(i).mean() * (fed_.high - fed_.low);
      if (refuses_negative && value < 0) throw VictimError("values are negative");
      out.values(i, 0) = 0;
      out.values(i, 1) = value - (own_.low + own_.high) / 2;
    }
    return out;
  }
  bool refuses_negative = false;

 private:
  ValueRange own_, fed_;
};

// Victim that expects values from -1 to 1. It misclassifies a tenth of the numbered images (below) in this
// range, and in 0 to 1 some dark images, too; in all other ranges it always predicts the same class.
class PartlyWrongVictim final : public testing::LinearVictim {
 public:
  explicit PartlyWrongVictim(int most) : LinearVictim(kShape, 2, 1), most_(most) {}
  Scores scores(const Batch& images) override {
    rows += static_cast<int>(images.rows());
    Scores out{Batch(images.rows(), 2), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const bool wide = std::abs(images(i, 0) + 1) < 0.01F;
      const auto unit = [&](int pixel) { return wide ? (images(i, pixel) + 1) / 2 : images(i, pixel); };
      const auto number = static_cast<int>(std::lround(255 * unit(1)));
      const bool dark = unit(2) < 0.5F;
      const bool other = !wide && (images(i, 0) != 0 || images.row(i).maxCoeff() > 1);
      const bool wrong = number % 10 == 0 || (!wide && dark && number % 100 < most_);
      out.values(i, 0) = other || dark != wrong ? 1 : -1;
      out.values(i, 1) = 0;
    }
    return out;
  }

 private:
  int most_;  // percentage of dark images that it misclassifies in 0 to 1
};

class InputRange : public ::testing::Test {
 protected:
  InputRange() {
    Rng rng(4);
    for (int i = 0; i < 40; ++i) {
      const auto bright = static_cast<float>(i % 2);
      Pixels image(kShape.size());
      for (float& value : image) value = 0.2F + 0.4F * bright + 0.1F * static_cast<float>(rng.uniform());
      images_.push_back(image);
      labels_.push_back(i % 2);
    }
  }
  // Replaces the images by n whose first pixels are black, the image's number in grey levels, and its class.
  void use_numbered_images(int n) {
    images_.clear();
    labels_.clear();
    for (int i = 0; i < n; ++i) {
      Pixels image = Pixels::Zero(kShape.size());
      image(1) = static_cast<float>(i % 250) / 255;
      image(2) = static_cast<float>(i % 2);
      images_.push_back(image);
      labels_.push_back(i % 2);
    }
  }
  // Replaces the images by 3 x 2 x 2 images whose third channel shows the class. The other channels are
  // random.
  void use_images_that_differ_in_blue() {
    Rng rng(4);
    images_.clear();
    for (const int label : labels_) {
      Pixels image(12);
      for (float& value : image) value = static_cast<float>(rng.uniform());
      image.tail(4).setConstant(label == 1 ? 0.9F : 0.1F);
      images_.push_back(image);
    }
  }
  EvaluationCheck check(testing::LinearVictim& victim, ValueRange fed) {
    Oracle<Pixels> oracle(victim);
    return check(oracle, fed);
  }
  // Queries clean images first, as a run does.
  EvaluationCheck check(Oracle<Pixels>& oracle, ValueRange fed) {
    RangeSample sample{[&](int i) { return images_[i]; }, labels_, {}};
    std::vector<const Pixels*> asked;
    for (const Pixels& image : images_) asked.push_back(&image);
    if (asked.size() >= 10) {
      sample.predicted.clear();
      for (const VictimReply& reply : oracle.ask(asked, true)) sample.predicted.push_back(reply.predicted);
    }
    return check_input_range(oracle, sample, {kShape, fed}, options_);
  }
  // Checks a victim that was not queried before.
  EvaluationCheck check_unqueried(testing::LinearVictim& victim, const InputFormat& fed) {
    Oracle<Pixels> oracle(victim);
    const RangeSample sample{[&](int i) { return images_[i]; }, labels_,
                             std::vector<int>(labels_.size(), -1)};
    return check_input_range(oracle, sample, fed, {});
  }
  std::vector<Pixels> images_;
  std::vector<int> labels_;
  RangeCheck options_;
};

}  // namespace bora::attacks::input_range_test
