// Score-based attacks where only labels are visible: their objective is estimated from the labels of several
// changed copies of each input (the label-only setting of Ilyas, Engstrom, Athalye and Lin, "Black-box
// adversarial attacks with limited queries and information", ICML 2018, section 2.4).
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

/// Returns the number of inputs, at least 1, that a driven attack can query with `budget` labels: each input
/// costs its own label and those of `repeats` copies.
inline int budget_of_driven(int budget, int repeats) {
  return std::max(1, budget / (repeats + 1));
}

/// Returns log p_c of the C classes, with p_c = (n_c + 1/2) / (n + C/2). counts: n_c, the number of answers
/// with class c; n is their sum. The term 1/2 (additive smoothing) keeps unseen classes possible.
inline Eigen::RowVectorXd smoothed_log_frequencies(const Eigen::RowVectorXd& counts) {
  const double total = counts.sum() + 0.5 * static_cast<double>(counts.size());
  return ((counts.array() + 0.5) / total).log();
}

/// Wrapper that queries the labels of an input and of changed copies of it, and reports the smoothed class
/// frequencies (smoothed_log_frequencies()) to the driven attack as if they were scores. Every copy is a
/// query of the attack's budget, and any of them may succeed inside the threat model. Derived classes make
/// the copies.
///
/// The paper's proxy score is the mean over the copies of k minus the rank of the target among the k visible
/// classes; with k = 1 this is the target's frequency. Frequencies of all classes work with any loss and with
/// untargeted attacks. The input itself is queried too, because it may succeed. The frequencies around the
/// original are unknown; an attack that needs them must query the original.
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
      centre_seen_ = seen;
    } else {
      reached_ += seen.adversarial ? 1 : 0;
    }
    if (counts_.sum() <= repeats_) return;
    centre_seen_.log_p = smoothed_log_frequencies(counts_);
    centre_seen_.objective = loss_value(loss_, goal_, centre_seen_.log_p);
    attack_->tell(*centre_, centre_seen_);
    adapt_copies(std::exchange(reached_, 0));
    counts_.setZero();
    centre_.reset();
  }
  std::string warm_start() const override { return attack_->warm_start(); }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 protected:
  /// `repeats`: number of copies of each input. `loss`: loss of the frequencies that is told as objective.
  /// `attack`: the driven attack, made for budget_of_driven() queries.
  RepeatedLabelsOf(const Problem<Input>& problem, int repeats, Loss loss,
                   std::unique_ptr<Attack<Input>> attack)
      : goal_(problem.goal),
        repeats_(repeats),
        loss_(loss),
        attack_(std::move(attack)),
        counts_(Eigen::RowVectorXd::Zero(problem.classes)) {}

  /// Returns a changed copy of an input of the driven attack.
  virtual Input copy(const Input& centre) = 0;
  /// Adapts the size of the changes after an input. `reached`: number of its copies that reached the goal.
  virtual void adapt_copies(int /*reached*/) {}

 private:
  Goal goal_;
  int repeats_;
  Loss loss_;
  std::unique_ptr<Attack<Input>> attack_;
  std::optional<Input> pending_;  // input that was queried and not yet answered
  std::optional<Input> centre_;   // the driven attack's input, as the victim saw it, once answered
  Observation centre_seen_;       // answer to the centre
  Eigen::RowVectorXd counts_;     // number of answers of each class, for the centre and its copies
  int reached_ = 0;               // number of copies of the centre that reached the goal
};

struct RepeatedLabelsOptions {
  int repeats = 10;                     ///< number of noisy copies queried per image, at least 1
  double noise = 0.5;                   ///< half-width of their uniform noise divided by epsilon, in (0, 1]
  void read(AttackSettings& settings);  ///< throws InputError
  std::string text() const;             ///< text that describes the settings in the attack's summary
};

/// RepeatedLabelsOf for images: copies have uniform noise, independent for each value.
class RepeatedLabels final : public RepeatedLabelsOf<Pixels> {
 public:
  static constexpr bool kLeavesBall = false;  ///< copies are projected into the ball before they are queried
  using Options = RepeatedLabelsOptions;
  RepeatedLabels(const AttackProblem& problem, RepeatedLabelsOptions options,
                 std::unique_ptr<Attack<Pixels>> attack);
  /// Returns the problem that the driven attack gets: with budget_of_driven() queries and without the clean
  /// answer, which is a label, not frequencies.
  static AttackProblem driven(AttackProblem problem, const RepeatedLabelsOptions& options);

 private:
  Pixels copy(const Pixels& centre) override;

  double half_width_;  // half-width of the uniform noise
  Rng rng_;
};

struct RepeatedGraphLabelsOptions {
  int repeats = 10;    ///< number of copies queried per graph, at least 1
  double extra = 0.5;  ///< initial number of further edits of a copy, as a share of GraphThreat::budget()
  void read(AttackSettings& settings);  ///< throws InputError
  std::string text() const;             ///< describes the copies in the summary of the attack
};

/// RepeatedLabelsOf for graphs: copies have random further edits.
///
/// Within the budget of edits nearly all graphs keep the original label, which is uninformative. So copies
/// may exceed the budget: the number of their further edits grows by half while no copy of a graph reaches
/// the goal, and shrinks by a third while more than half of them do. Copies are queries like any other, but
/// only graphs inside the threat model are successes.
class RepeatedGraphLabels final : public RepeatedLabelsOf<Graph> {
 public:
  static constexpr bool kLeavesBall = true;
  using Options = RepeatedGraphLabelsOptions;
  RepeatedGraphLabels(const GraphAttackProblem& problem, RepeatedGraphLabelsOptions options,
                      std::unique_ptr<Attack<Graph>> attack);
  /// Returns the problem that the driven attack gets. Its clean log-probabilities are the smoothed
  /// frequencies if the original and all its copies have the original's label.
  static GraphAttackProblem driven(GraphAttackProblem problem, const RepeatedGraphLabelsOptions& options);

  int extra_edits() const { return extra_edits_; }  ///< current number of further edits of a copy

 private:
  Graph copy(const Graph& centre) override;
  void adapt_copies(int reached) override;

  GraphAttackProblem problem_;
  int repeats_;
  EditSampler sampler_;  // samples under the same rules without their budget
  Rng rng_;
  int extra_edits_;
  int most_extra_;  // upper bound of extra_edits_
};

}  // namespace bora::attacks
