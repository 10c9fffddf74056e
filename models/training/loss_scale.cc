#include "models/training/loss_scale.h"

#include "models/training/training_loop.h"

namespace bora::models {

void LossScale::update(bool finite) {
  constexpr double kLeast = 1.0 / 65536;
  if (!finite) {
    value_ /= 2;
    steady_ = 0;
    if (value_ < kLeast)
      throw TrainingDiverged(
          "training diverged: gradients are not finite; try a smaller learning rate, or precision bfloat16");
  } else if (++steady_ == kSteady) {
    value_ *= 2;
    steady_ = 0;
  }
}

void LossScale::set_state(const std::array<double, 2>& state) {
  value_ = state[0];
  steady_ = static_cast<int>(state[1]);
}

}  // namespace bora::models
