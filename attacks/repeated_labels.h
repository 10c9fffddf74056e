// Score-based attacks where only labels are visible: the objective from repeated labels (the label-only
// setting of Ilyas, Engstrom, Athalye and Lin, "Black-box adversarial attacks with limited queries and
// information", ICML 2018, section 2.4).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "attacks/attack.h"
#include "attacks/threat/label_frequencies.h"
#include "common/layers.h"

namespace bora::attacks {

/// Wrapper that queries the labels of an input and of changed copies of it, and reports the class frequencies
/// to the driven attack as if they were scores: p_c = (n_c + 1/2) / (n + C/2) (Laplace smoothing, so that an
/// unseen class is improbable, not impossible). Every copy is a query of the attack's budget, and any of them
/// may succeed inside the threat model. Derived classes make the copies.
///
/// The paper scores the images of a batch by the rank of the target class among the k visible ones;
/// frequencies work with any loss and both goals, and with k = 1 the paper's proxy score for the target is
/// the plain frequency. The input itself is queried too, since the attack aims for its success. The label
/// frequencies of copies of the original are unknown: an attack that needs them must query them.
template <typename Input>
class RepeatedLabelsOf : public Attack<Input> {
 public:
  std::optional<Input> ask() override {
    if (!pending_) pending_ = centre_ ? std::optional(copy(*centre_)) : attack_->ask();
    return pending_;
  }
  void tell(const Input& queried, const Observation& seen) override {
    pending_.reset();
    counts_[seen.predicted] += 1;
    if (!centre_) {
      centre_ = queried;
      of_centre_ = seen;
    } else {
      reached_ += seen.adversarial ? 1 : 0;
    }
    if (counts_.sum() <= repeats_) return;
    of_centre_.log_p = smoothed_log_frequencies(counts_);
    of_centre_.objective = loss_value(loss_, goal_, of_centre_.log_p);
    attack_->tell(*centre_, of_centre_);
    copies_told(std::exchange(reached_, 0));
    counts_.setZero();
    centre_.reset();
  }
  std::string warm_start() const override { return attack_->warm_start(); }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 protected:
  /// `repeats`: number of copies of each input. `loss`: the objective that the attack is told. `attack`: the
  /// driven attack, made for `budget_of_driven` queries.
  RepeatedLabelsOf(const Problem<Input>& problem, int repeats, Loss loss,
                   std::unique_ptr<Attack<Input>> attack)
      : goal_(problem.goal),
        repeats_(repeats),
        loss_(loss),
        attack_(std::move(attack)),
        counts_(Eigen::RowVectorXd::Zero(problem.classes)) {}

  /// Returns a changed copy of an input that the attack asked for.
  virtual Input copy(const Input& centre) = 0;
  /// Receives the number of copies of an input that reached the goal.
  virtual void copies_told(int /*reached*/) {}

 private:
  Goal goal_;
  int repeats_;
  Loss loss_;
  std::unique_ptr<Attack<Input>> attack_;
  std::optional<Input> pending_;  // input that was queried and not yet answered
  std::optional<Input> centre_;   // the attack's input, as the victim saw it, once answered
  Observation of_centre_;         // answer for the centre
  Eigen::RowVectorXd counts_;     // answers of each class, for the current centre
  int reached_ = 0;               // number of copies that reach the goal
};

}  // namespace bora::attacks
