#include "nas/estimator/training_speed.h"

#include <algorithm>
#include <numeric>

#include "common/error.h"

namespace bora {

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

}  // namespace bora
