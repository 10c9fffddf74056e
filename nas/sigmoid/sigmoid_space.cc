#include "nas/sigmoid/sigmoid_space.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"

namespace bora::nas {

std::string SigmoidSetting::text() const {
  return fmt::format("{} epochs={} rate={:.6g}",
                     units.empty() ? "none" : fmt::format("{}", fmt::join(units, "-")), training.epochs,
                     training.rate);
}

void SigmoidBounds::check() const {
  constexpr int kMostLayers = 100, kMostUnits = 10000, kMostEpochs = 10000000;
  const auto within = [](const char* name, int value, int least, int most) {
    if (value < least || value > most)
      throw InputError("{}: {} is not in {} to {}", name, value, least, most);
  };
  within("layers", layers, 0, kMostLayers);
  within("units", most_units, 1, kMostUnits);
  within("epochs", least_epochs, 1, kMostEpochs);
  within("epochs", most_epochs, least_epochs, kMostEpochs);
  if (!(least_rate > 0 && least_rate <= most_rate && std::isfinite(most_rate)))
    throw InputError("rate: got {} to {}, expected positive numbers, the smaller one first", least_rate,
                     most_rate);
}

SigmoidSetting SigmoidBounds::setting(const Eigen::VectorXd& box) const {
  if (box.size() != dimension()) throw InputError("box: {} numbers, expected {}", box.size(), dimension());
  SigmoidSetting out;
  for (int layer = 0; layer < layers; ++layer)
    out.units.push_back(static_cast<int>(std::lround(box[layer] * most_units)));
  out.training.epochs =
      static_cast<int>(std::lround(least_epochs + box[layers] * (most_epochs - least_epochs)));
  out.training.rate = least_rate + box[layers + 1] * (most_rate - least_rate);
  return out;
}

}  // namespace bora::nas
