// Score-based attacks on images where only labels are visible.
#pragma once

#include <memory>
#include <string>

#include "attacks/image/image_attack.h"
#include "attacks/repeated_labels.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RepeatedLabelsOptions {
  int repeats = 10;                     ///< number of noisy copies queried per image, at least 1
  double noise = 0.5;                   ///< half-width of their uniform noise divided by epsilon, in (0, 1]
  void read(AttackSettings& settings);  ///< throws InputError
  std::string text() const;             ///< text that describes the settings in the attack's summary
};

/// RepeatedLabelsOf whose copies are noisy.
class RepeatedLabels final : public RepeatedLabelsOf<Pixels> {
 public:
  static constexpr bool kLeavesBall = false;  ///< copies are queried inside the ball
  using Options = RepeatedLabelsOptions;
  RepeatedLabels(const AttackProblem& problem, RepeatedLabelsOptions options,
                 std::unique_ptr<Attack<Pixels>> attack);
  /// Returns the problem that the driven attack solves.
  static AttackProblem driven(AttackProblem problem, const RepeatedLabelsOptions& options);

 private:
  Pixels copy(const Pixels& centre) override;

  double half_width_;
  Rng rng_;
};

}  // namespace bora::attacks
