#include "models/defences/defended_victim.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/random.h"
#include "common/setting_error.h"
#include "data/images/image_io.h"
#include "models/defences/misleading_scores.h"
#include "models/defences/random_images.h"
#include "models/defences/smoothed_victim.h"

namespace bora::models {
namespace {

constexpr float kWhite = 255;

void reduce_bits(Batch& images, int bits) {
  const auto levels = static_cast<float>((1 << bits) - 1);
  images = (images.array() * levels).round() / levels;
}

void compress(Batch& images, const ImageShape& shape, int quality) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(images.cols()));
  for (Eigen::Index row = 0; row < images.rows(); ++row) {
    for (Eigen::Index i = 0; i < images.cols(); ++i)
      pixels[static_cast<std::size_t>(i)] =
          static_cast<std::uint8_t>(std::lround(kWhite * std::clamp(images(row, i), 0.0F, 1.0F)));
    const Image read = through_jpeg(pixels, shape, quality);
    for (Eigen::Index i = 0; i < images.cols(); ++i)
      images(row, i) = static_cast<float>(read.pixels[static_cast<std::size_t>(i)]) / kWhite;
  }
}

class DefendedVictim final : public Victim {
 public:
  DefendedVictim(std::unique_ptr<Victim> victim, std::vector<Defence> steps, std::uint64_t seed)
      : victim_(std::move(victim)), steps_(std::move(steps)), seed_(seed) {
    const std::string undefended = victim_->spec().name;
    if (const Defence& last = steps_.back(); last.kind == Defence::Kind::smooth)
      victim_ = smoothed(std::move(victim_), last.parameter, last.copies, mix_seed(seed_, "smooth"));
    spec_ = victim_->spec();
    std::string names;
    for (const Defence& step : steps_) {
      if (step.kind == Defence::Kind::jpeg && spec_.input.channels != 1 && spec_.input.channels != 3)
        throw SettingError("defence jpeg", "{} takes images of {}, JPEG holds 1 channel or 3", spec_.name,
                           to_string(spec_.input));
      if (step.kind == Defence::Kind::scores && spec_.labels_only)
        throw SettingError("defence aaa", "changes scores, and {} gives labels only", spec_.name);
      if (step.kind == Defence::Kind::scores && spec_.top > 0)
        throw SettingError("defence aaa", "changes all scores, and {} gives its {} best classes only",
                           spec_.name, spec_.top);
      spec_.randomised =
          spec_.randomised || step.kind == Defence::Kind::noise || step.kind == Defence::Kind::resize;
      names += (names.empty() ? "" : "+") + to_string(step);
    }
    spec_.name = undefended + " behind " + names;
  }

  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    try {
      return defend(victim_->scores(defend(images)));
    } catch (PartlyAnswered& partly) {
      partly.convert([&](const Batch& given) { return defend(Scores{given, spec_.kind}).values; });
      throw;
    }
  }
  // The defences of scores do not change the class.
  std::vector<int> labels(const Batch& images) override { return victim_->labels(defend(images)); }
  std::vector<int> passes() const override { return victim_->passes(); }
  std::unique_ptr<Victim> new_connection() override {
    auto victim = victim_->new_connection();
    if (!victim) return nullptr;
    auto same = std::unique_ptr<DefendedVictim>(new DefendedVictim);
    same->victim_ = std::move(victim);
    same->steps_ = steps_;
    same->spec_ = spec_;
    same->seed_ = seed_;
    return same;
  }
  void draw(std::uint64_t number) override {
    draw_ = number;
    victim_->draw(number);
  }
  bool has_gradients() override { return victim_->has_gradients(); }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    // One by one, because equal images of a batch are changed differently.
    Batch alone(images.rows(), images.cols());
    for (Eigen::Index row = 0; row < images.rows(); ++row) alone.row(row) = defend(images.row(row));
    return victim_->pullback(alone, cotangents);
  }

 private:
  DefendedVictim() = default;

  // Applies the last step, if it changes scores.
  Scores defend(const Scores& scores) const {
    const Defence& last = steps_.back();
    return last.kind == Defence::Kind::scores ? misleading(scores, last.parameter) : scores;
  }

  // Applies the steps that change images.
  Batch defend(Batch images) const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Defence& step = steps_[i];
      switch (step.kind) {
        case Defence::Kind::bits:
          reduce_bits(images, static_cast<int>(step.parameter));
          break;
        case Defence::Kind::jpeg:
          compress(images, spec_.input, static_cast<int>(step.parameter));
          break;
        case Defence::Kind::noise:
          add_noise(images, step.parameter, mix_seed(mix_seed(mix_seed(seed_, "noise"), i), draw_));
          break;
        case Defence::Kind::resize:
          resize_and_pad(images, spec_.input, step.parameter,
                         mix_seed(mix_seed(mix_seed(seed_, "resize"), i), draw_));
          break;
        case Defence::Kind::smooth:
        case Defence::Kind::scores:
          break;
      }
    }
    return images;
  }

  std::unique_ptr<Victim> victim_;
  std::vector<Defence> steps_;
  VictimSpec spec_;
  std::uint64_t seed_ = 0;
  std::uint64_t draw_ = 0;
};

}  // namespace

std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps,
                                 std::uint64_t seed) {
  if (steps.empty()) return victim;
  return std::make_unique<DefendedVictim>(std::move(victim), steps, seed);
}

}  // namespace bora::models
