#include "models/defended_victim.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "data/image_io.h"

namespace bora {
namespace {

constexpr float kWhite = 255;

struct KnownDefence {
  const char* name;
  Defence::Kind kind;
  int least, most;
  const char* unit;
};
constexpr KnownDefence kKnown[] = {{"jpeg", Defence::Kind::jpeg, 1, 100, "quality"},
                                   {"bits", Defence::Kind::bits, 1, 7, "bits of a pixel value"}};

const KnownDefence& known(Defence::Kind kind) {
  return kind == Defence::Kind::jpeg ? kKnown[0] : kKnown[1];
}

Defence parse_step(const std::string& text, const std::string& option) {
  const auto colon = text.find(':');
  for (const KnownDefence& one : kKnown) {
    if (text.substr(0, colon) != one.name) continue;
    Defence step{one.kind, 0};
    const char* const end = text.data() + text.size();
    const char* const begin = colon == std::string::npos ? end : text.data() + colon + 1;
    const auto [stop, error] = std::from_chars(begin, end, step.parameter);
    if (error == std::errc() && stop == end && step.parameter >= one.least && step.parameter <= one.most)
      return step;
    throw InputError("{}: got '{}', expected {}:N with a {} from {} to {}", option, printable(text), one.name,
                     one.unit, one.least, one.most);
  }
  const std::string nearest = nearest_name(text.substr(0, colon), {"jpeg", "bits", "none"});
  throw InputError("{}: got '{}', expected none, jpeg:QUALITY, bits:N or several joined by +{}", option,
                   printable(text), nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

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
  DefendedVictim(std::unique_ptr<Victim> victim, std::vector<Defence> steps)
      : victim_(std::move(victim)), steps_(std::move(steps)), spec_(victim_->spec()) {
    std::string names;
    for (const Defence& step : steps_) {
      if (step.kind == Defence::Kind::jpeg && spec_.input.channels != 1 && spec_.input.channels != 3)
        throw InputError("--defence jpeg: {} takes images of {}, JPEG holds 1 channel or 3", spec_.name,
                         to_string(spec_.input));
      names += fmt::format("{}{}:{}", names.empty() ? "" : "+", known(step.kind).name, step.parameter);
    }
    spec_.name += " behind " + names;
  }

  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override { return victim_->scores(seen(images)); }
  std::vector<int> labels(const Batch& images) override { return victim_->labels(seen(images)); }
  std::vector<int> passes() const override { return victim_->passes(); }
  bool has_gradients() override { return victim_->has_gradients(); }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    return victim_->pullback(seen(images), cotangents);
  }

 private:
  Batch seen(Batch images) const {
    for (const Defence& step : steps_) {
      if (step.kind == Defence::Kind::bits)
        reduce_bits(images, step.parameter);
      else
        compress(images, spec_.input, step.parameter);
    }
    return images;
  }

  std::unique_ptr<Victim> victim_;
  std::vector<Defence> steps_;
  VictimSpec spec_;
};

}  // namespace

std::vector<Defence> parse_defences(const std::string& text, const std::string& option) {
  std::vector<Defence> steps;
  if (text == "none") return steps;
  for (const std::string& part : split(text, '+')) steps.push_back(parse_step(part, option));
  return steps;
}

std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps) {
  if (steps.empty()) return victim;
  return std::make_unique<DefendedVictim>(std::move(victim), steps);
}

}  // namespace bora
