#include "nas/estimator/training_speed.h"

#include <algorithm>
#include <limits>

#include "common/error.h"

namespace bora::nas {

double training_speed(std::span<const double> losses) {
  return training_speed_decayed(losses, 1);
}

double training_speed_last(std::span<const double> losses, int epochs) {
  if (epochs < 1) throw InputError("epochs: {} is below 1", epochs);
  return training_speed(losses.last(std::min(losses.size(), static_cast<std::size_t>(epochs))));
}

double training_speed_decayed(std::span<const double> losses, double decay) {
  if (losses.empty()) throw InputError("training speed: no epochs, expected at least 1");
  if (!(decay > 0 && decay <= 1)) throw InputError("decay: {} is not in (0, 1]", decay);
  double sum = 0;
  for (const double loss : losses) sum = decay * sum + loss;
  return sum;
}

int effective_epochs(std::span<const std::vector<double>> courses, double overfit) {
  if (courses.empty()) throw InputError("effective epochs: no networks, expected at least 1");
  std::size_t longest = 0, earliest = std::numeric_limits<std::size_t>::max();
  for (const std::vector<double>& losses : courses) {
    if (losses.empty()) throw InputError("effective epochs: a network without epochs");
    longest = std::max(longest, losses.size());
    const auto low = std::ranges::find_if(losses, [&](double loss) { return loss < overfit; });
    if (low != losses.end())
      earliest = std::min(earliest, static_cast<std::size_t>(low - losses.begin()) + 1);
  }
  constexpr double kCaution = 0.9;
  const std::size_t last = std::min(longest, earliest);
  return std::max(1, static_cast<int>(kCaution * static_cast<double>(last)));
}

}  // namespace bora::nas
