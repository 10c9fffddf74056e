#include "nas/space/mlp_training_space.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::nas {
namespace {

constexpr int kEpochPlace = MlpTrainingSpace::kLayers, kRatePlace = kEpochPlace + 1;
constexpr std::size_t kPlaces = MlpTrainingSpace::kLayers + 2;

}  // namespace

MlpTrainingSpace::MlpTrainingSpace() : networks_(make_mlp_space()) {}

const std::string& MlpTrainingSpace::name() const {
  static const std::string name = "mlp-training";
  return name;
}

// Returns the setting of a point of the unit box. A layer with fewer units than the minimum is left out.
MlpTrainingSpace::Setting MlpTrainingSpace::from_box(const std::array<double, kPlaces>& box) const {
  Setting setting;
  for (int layer = 0; layer < kLayers; ++layer) {
    const int units = static_cast<int>(std::lround(box[static_cast<std::size_t>(layer)] * kMostUnits));
    if (units >= networks_->grammar().least_units) setting.units.push_back(units);
  }
  setting.epochs =
      kLeastEpochs + static_cast<int>(std::lround(box[kEpochPlace] * (kMostEpochs - kLeastEpochs)));
  const double rate = kLeastRate * std::pow(kMostRate / kLeastRate, box[kRatePlace]);
  setting.rate = std::clamp(*to_number<double>(fmt::format("{:.3g}", rate)), kLeastRate, kMostRate);
  return setting;
}

std::array<double, kPlaces> MlpTrainingSpace::to_box(const Setting& setting) const {
  std::array<double, kPlaces> box{};
  for (std::size_t layer = 0; layer < setting.units.size(); ++layer)
    box[layer] = static_cast<double>(setting.units[layer]) / kMostUnits;
  box[kEpochPlace] = static_cast<double>(setting.epochs - kLeastEpochs) / (kMostEpochs - kLeastEpochs);
  box[kRatePlace] = std::log(setting.rate / kLeastRate) / std::log(kMostRate / kLeastRate);
  return box;
}

std::string MlpTrainingSpace::layered_text(const Setting& setting) const {
  std::string text;
  int before = 0;
  for (const int units : setting.units) {
    text += fmt::format("relu:{}@{} ", units, before);
    ++before;
  }
  return text + fmt::format("softmax@{}", before);
}

Architecture MlpTrainingSpace::make(const Setting& setting) const {
  Architecture::Record record = *networks_->parse(layered_text(setting)).record();
  record.text = fmt::format("{} epochs={} lr={}",
                            setting.units.empty() ? "none" : fmt::format("{}", fmt::join(setting.units, "-")),
                            setting.epochs, setting.rate);
  record.text_is_canonical = true;
  return Architecture(std::move(record));
}

Architecture MlpTrainingSpace::sample(Rng& rng) const {
  std::array<double, kPlaces> box{};
  for (double& number : box) number = rng.uniform();
  return make(from_box(box));
}

std::vector<Architecture> MlpTrainingSpace::neighbours(const Architecture& architecture, int count,
                                                       Rng& rng) const {
  constexpr int kTries = 20;      // for each neighbour
  constexpr double kStep = 0.15;  // standard deviation of a step; its mean absolute value is 0.12
  constexpr int kMost = 100;
  count = std::min(count, kMost);
  const std::array<double, kPlaces> from = to_box(setting(architecture));
  std::vector<Architecture> near;
  for (int attempt = 0; attempt < kTries * count && std::ssize(near) < count; ++attempt) {
    std::array<double, kPlaces> box = from;
    const int place = rng.index(static_cast<int>(kPlaces));
    double& number = box[static_cast<std::size_t>(place)];
    constexpr double kLeaveOut = 0.2;
    if (place < kLayers && rng.uniform() < kLeaveOut) {
      number = 0;
    } else {
      number = std::clamp(number + kStep * rng.normal(), 0.0, 1.0);
    }
    Architecture made = make(from_box(box));
    if (!(made == architecture) && std::ranges::find(near, made) == near.end())
      near.push_back(std::move(made));
  }
  return near;
}

MlpTrainingSpace::Setting MlpTrainingSpace::setting(const Architecture& architecture) const {
  const std::string& text = architecture.text();
  const auto refuse = [&](const std::string& why) {
    throw InputError("mlp-training: '{}' is not a network and its training, {}", printable(text), why);
  };
  const auto words = split(text, ' ');
  if (words.size() != 3 || !words[1].starts_with("epochs=") || !words[2].starts_with("lr="))
    refuse("expected e.g. 128-64 epochs=12 lr=0.0123");
  Setting setting;
  if (words[0] != "none")
    for (const std::string& word : split(words[0], '-')) {
      const int least = networks_->grammar().least_units;
      const auto units = to_number<int>(word, least, kMostUnits);
      if (!units)
        refuse(fmt::format("'{}' is not one of {} to {} units", printable(word), least, kMostUnits));
      setting.units.push_back(*units);
    }
  if (std::ssize(setting.units) > kLayers) refuse(fmt::format("expected {} layers at most", kLayers));
  const auto epochs =
      to_number<int>(words[1].substr(std::string("epochs=").size()), kLeastEpochs, kMostEpochs);
  if (!epochs) refuse(fmt::format("expected {} to {} epochs", kLeastEpochs, kMostEpochs));
  const auto rate = to_number<double>(words[2].substr(std::string("lr=").size()), kLeastRate, kMostRate);
  if (!rate) refuse(fmt::format("expected a learning rate of {} to {}", kLeastRate, kMostRate));
  setting.epochs = *epochs;
  setting.rate = *rate;
  return setting;
}

Architecture MlpTrainingSpace::parse(const std::string& text) const {
  Architecture::Record named;
  named.text = text;
  return make(setting(Architecture(std::move(named))));
}

std::vector<double> MlpTrainingSpace::statistics(const Architecture& architecture) const {
  const auto box = to_box(setting(architecture));
  return {box.begin(), box.end()};
}

Architecture MlpTrainingSpace::network(const Architecture& architecture) const {
  return networks_->parse(layered_text(setting(architecture)));
}

std::vector<std::vector<double>> MlpTrainingSpace::masses(const Architecture& architecture) const {
  return networks_->masses(network(architecture));
}

std::optional<TrainingSetting> MlpTrainingSpace::training(const Architecture& architecture) const {
  const Setting of = setting(architecture);
  return TrainingSetting{of.epochs, of.rate};
}

}  // namespace bora::nas
