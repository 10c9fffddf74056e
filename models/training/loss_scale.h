// Loss scaling, which keeps gradients in half precision from vanishing.
#pragma once

#include <array>

#include "models/training/training_loop.h"

namespace bora::models {

/// Factor of the loss, so that gradients too small for float16 (5 bits of exponent) are not rounded to 0
/// (Micikevicius et al. 2018, "Mixed precision training", section 3.2). It is halved when a step's gradients
/// are not finite, and doubled after 2,000 steps in a row that were, as PyTorch does it.
class LossScale {
 public:
  static constexpr int kSteady = 2000;  ///< steps

  double value() const { return value_; }
  /// Updates the factor after each step, given whether all its gradients were finite. Throws TrainingDiverged
  /// where no factor of at least 1/65,536 makes them so, since then the factor is not the cause.
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
  int steady_ = 0;  // steps in a row that were finite
};

}  // namespace bora::models
