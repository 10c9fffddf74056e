// Loss scaling for training in half precision.
#pragma once

#include <array>

#include "models/training/training_loop.h"

namespace bora::models {

/// Factor by which the loss is multiplied, so that gradients too small for float16 (5 bits of exponent) are
/// not rounded to 0 (Micikevicius et al. 2018, "Mixed precision training", section 3.2). It is halved when a
/// step's gradients are not finite, and doubled after 2,000 consecutive steps with finite gradients, as in
/// PyTorch.
class LossScale {
 public:
  static constexpr int kSteady = 2000;  ///< steps before the factor is doubled

  double value() const { return value_; }
  /// Updates the factor after a step is done. finite: whether all its gradients were finite. Throws
  /// TrainingDiverged when the factor falls below 1/65,536, since then another cause makes them infinite.
  void update(bool finite) {
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

  /// Returns the whole state as numbers, for checkpoints.
  std::array<double, 2> state() const { return {value_, static_cast<double>(steady_)}; }
  void set_state(const std::array<double, 2>& state) {
    value_ = state[0];
    steady_ = static_cast<int>(state[1]);
  }

 private:
  double value_ = 65536;
  int steady_ = 0;  // consecutive steps with finite gradients
};

}  // namespace bora::models
