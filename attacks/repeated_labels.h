// Score-based attacks where only labels are visible: the objective from repeated labels (the label-only
// setting of Ilyas, Engstrom, Athalye and Lin, "Black-box adversarial attacks with limited queries and
// information", ICML 2018, section 2.4).
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <Eigen/Core>

#include "attacks/attack.h"
#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns the number of inputs, at least 1, that an attack can query within `budget` labels, where each
/// takes its own label and those of `repeats` copies.
inline int budget_of_driven(int budget, int repeats) {
  return std::max(1, budget / (repeats + 1));
}

/// Returns log p of the classes, from how often each was the answer: p_c = (n_c + 1/2) / (n + C/2).
inline Eigen::RowVectorXd smoothed_log_frequencies(const Eigen::RowVectorXd& counts) {
  const double total = counts.sum() + 0.5 * static_cast<double>(counts.size());
  return ((counts.array() + 0.5) / total).log();
}

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

struct RepeatedGraphLabelsOptions {
  int repeats = 10;    ///< copies queried per graph, at least 1
  double extra = 0.5;  ///< initial number of edits that a copy has beyond its graph, as a share of Delta
  void read(AttackSettings& settings);  ///< throws InputError
  std::string text() const;             ///< describes the copies in the summary of the attack
};

/// RepeatedLabelsOf whose copies have random further edits.
///
/// Within the budget of edits every label but the last is the original one, which is uninformative. So copies
/// exceed the budget: the number of their further edits grows by half while no copy of a graph reaches the
/// goal, and shrinks while most do. Copies are queries like any other, but only graphs inside the threat
/// model are successes.
class RepeatedGraphLabels final : public RepeatedLabelsOf<Graph> {
 public:
  static constexpr bool kLeavesBall = true;
  using Options = RepeatedGraphLabelsOptions;
  RepeatedGraphLabels(const GraphAttackProblem& problem, RepeatedGraphLabelsOptions options,
                      std::unique_ptr<Attack<Graph>> attack);
  /// Returns the problem that the driven attack gets. Its log-probabilities of the original are those that
  /// would be reported if all copies had its label, which the clean prediction tells.
  static GraphAttackProblem driven(GraphAttackProblem problem, const RepeatedGraphLabelsOptions& options);

  int extra_edits() const { return extra_edits_; }

 private:
  Graph copy(const Graph& centre) override;
  void copies_told(int reached) override;

  GraphAttackProblem problem_;
  int repeats_;
  EditSampler sampler_;  // samples under the same rules without their budget
  Rng rng_;
  int extra_edits_;
  int most_extra_;
};

}  // namespace bora::attacks
