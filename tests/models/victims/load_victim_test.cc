#include "models/victims/load_victim.h"

#include <functional>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "common/hash.h"
#include "models/victims/engine_victim.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Victim of images of 1 x 1 x 2 in three classes, whose scores are a function of the image.
class ToyVictim final : public Victim {
 public:
  using Score = std::function<Eigen::RowVector3f(const Eigen::RowVector2f& image)>;
  explicit ToyVictim(Score score) : score_(std::move(score)) {
    spec_.name = "toy";
    spec_.input = {1, 1, 2};
    spec_.classes = 3;
  }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    ++calls_;
    Scores out{Batch(images.rows(), 3), ScoreKind::logits};
    for (Eigen::Index i = 0; i < images.rows(); ++i) out.values.row(i) = score_(images.row(i));
    check_scores(out, spec_);
    return out;
  }
  VictimSpec spec_;
  int calls_ = 0;

 private:
  Score score_;
};

const VictimOptions kProgram{.address = "exec:toy"};

// Returns whether an image of two pixels is grey, as half of the generated ones are.
bool is_grey(const Eigen::RowVector2f& image) {
  return image(0) == image(1);
}

Eigen::RowVector3f first_class(const Eigen::RowVector2f& /*image*/) {
  return {1, 0, 0};
}
Eigen::RowVector3f second_class(const Eigen::RowVector2f& /*image*/) {
  return {0, 1, 0};
}
Eigen::RowVector3f first_class_or_nan(const Eigen::RowVector2f& image) {
  return is_grey(image) ? Eigen::RowVector3f(1, 0, 0) : Eigen::RowVector3f(1, kNan, 0);
}

std::string fingerprint_of(const ToyVictim::Score& score) {
  ToyVictim victim(score);
  return fingerprint(victim, kProgram);
}

TEST(Fingerprint, HoldsTheClassesOfGeneratedImages) {
  EXPECT_EQ(fingerprint_of(first_class), sha256("exec:toy\n0 0 0 0 "));
  EXPECT_EQ(fingerprint_of(second_class), sha256("exec:toy\n1 1 1 1 "));
  ToyVictim victim(first_class);
  fingerprint(victim, kProgram);
  EXPECT_EQ(victim.calls_, 1);
}

TEST(Fingerprint, TakesScoresThatAreNotFiniteForAClassOfTheirOwn) {
  EXPECT_EQ(fingerprint_of(first_class_or_nan), sha256("exec:toy\n0 -1 0 -1 "));
  EXPECT_EQ(fingerprint_of([](const auto& /*image*/) { return Eigen::RowVector3f::Constant(kNan); }),
            sha256("exec:toy\n-1 -1 -1 -1 "));
}

TEST(Fingerprint, NamesTheGeneratedImagesOnWhichTheModelFails) {
  const auto fails = [](const Eigen::RowVector2f& image) -> Eigen::RowVector3f {
    if (!is_grey(image)) throw VictimError("exec:toy: there is no face");
    return {1, 0, 0};
  };
  testing::expect_input_error(
      [&] { fingerprint_of(fails); },
      "exec:toy: gives no classes of generated images (grey and noise), by which a resumed run "
      "recognises the model: there is no face");
  EXPECT_THROW(fingerprint_of([](const Eigen::RowVector2f& /*image*/) -> Eigen::RowVector3f {
                 throw VictimInterrupted("interrupted");
               }),
               VictimInterrupted);
}

TEST(Fingerprint, DoesNotQueryARandomisedVictim) {
  ToyVictim victim(first_class);
  victim.spec_.randomised = true;
  EXPECT_EQ(fingerprint(victim, kProgram), sha256("exec:toy\n"));
  EXPECT_EQ(victim.calls_, 0);
}

}  // namespace
}  // namespace bora::models
