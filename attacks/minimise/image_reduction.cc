#include <algorithm>
#include <utility>

#include "attacks/minimise/minimised.h"

namespace bora::attacks {
namespace {

class ImageReduction final : public Reduction<Pixels> {
 public:
  explicit ImageReduction(std::shared_ptr<const ThreatModel<Pixels>> threat) : threat_(std::move(threat)) {}

  // Begins with a short step, because an attack that has just succeeded is near the decision boundary.
  void restart(const Pixels& example, double distance) override {
    constexpr double kFirstStep = 0.05, kLongestStep = 0.5;
    step_ = asked_ > 0 ? std::min(kLongestStep, 2 * step_) : kFirstStep;
    example_ = example;
    distance_ = distance;
    failed_ = std::min(failed_, distance);
    if (asked_ == 0) failed_ = 0;
  }

  std::optional<Pixels> next() override {
    asked_ = threat_->distance_below(distance_, (1 - step_) * distance_);
    if (asked_ <= failed_) asked_ = threat_->distance_below(distance_, (failed_ + distance_) / 2);
    if (asked_ <= failed_) {
      asked_ = 0;
      return std::nullopt;
    }
    Pixels image = example_;
    threat_->within(asked_)->admit(image, false);
    return image;
  }

  void failed() override { failed_ = std::exchange(asked_, 0.0); }

 private:
  std::shared_ptr<const ThreatModel<Pixels>> threat_;
  Pixels example_;
  double distance_ = 0;
  double step_ = 0;    // relative reduction of the distance
  double failed_ = 0;  // largest radius at which the projected example did not fool the victim
  double asked_ = 0;   // radius of the last image; 0: none, or it failed
};

}  // namespace

std::unique_ptr<Reduction<Pixels>> make_reduction(const AttackProblem& /*problem*/,
                                                  std::shared_ptr<const ThreatModel<Pixels>> threat) {
  return std::make_unique<ImageReduction>(std::move(threat));
}

}  // namespace bora::attacks
