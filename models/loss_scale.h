// What keeps the gradients of half precision from vanishing.
#pragma once

#include <array>

namespace bora {

/// A factor of the loss, so that gradients too small for 16 bits with five of exponent are not rounded to 0
/// (Micikevicius et al. 2018, "Mixed precision training", section 3.2). It is halved when a step's gradients
/// are not finite, and doubled after 2,000 steps in a row that were, as PyTorch does it.
class LossScale {
 public:
  static constexpr int kSteady = 2000;  ///< steps

  double value() const { return value_; }
  /// After each step: whether all its gradients were finite. Throws InputError where no factor of at least
  /// 1/65,536 makes them so, since then it is not the factor that is wrong.
  void update(bool finite);

  /// All of it as numbers, for checkpoints.
  std::array<double, 2> state() const { return {value_, static_cast<double>(steady_)}; }
  void set_state(const std::array<double, 2>& state);

 private:
  double value_ = 65536;
  int steady_ = 0;  // steps in a row that were finite
};

}  // namespace bora
