// Composite Bayesian optimisation (Astudillo and Frazier, ICML 2019): each score is modelled, and the loss is
// a known function of the scores. So no model has to represent the kinks of the loss, where the strongest
// other class changes.
#pragma once

#include <vector>

#include "attacks/settings/attack_settings.h"
#include "attacks/threat/objective.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Settings of attacks that query the best of many proposals by a model.
struct CompositeOptions {
  Loss loss = Loss::log_odds;  ///< objective that is maximised and that defines the incumbent
  int warm_up = 3;             ///< answers before the model chooses, at least 2
  int candidates = 60;         ///< number of proposals in a round
  int rounds = 2;              ///< number of rounds of proposals, each made from the best of the one before
  int bases = 4;               ///< number of these best proposals
  /// Number of posterior standard deviations in the upper confidence bound (Exploration).
  double beta = 1.5, last_beta = 0.8;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Returns the gradient of a loss w.r.t. the logits whose log-probabilities are log_p. All have one value per
/// class.
Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p);

/// Number of posterior standard deviations added to the mean: `first` up to n = 8 answers, then last + (first
/// - last) 8 / n.
struct Exploration {
  double first, last;
};

/// Returns the upper confidence bound of each candidate's loss: the loss at the mean scores plus a multiple
/// of its standard deviation, which is computed to first order at the mean.
Eigen::VectorXd upper_bounds(const CandidateRanker& ranker, const CandidateRanker::Ranking& ranking,
                             Loss loss, const Goal& goal, const Exploration& exploration);

/// Chooses the bases of the next round of proposals: the best `count` of the bases so far and of the
/// candidates made from them, by their upper confidence bounds. bounds: those of the bases, replaced by those
/// of the chosen. Returns the indices of the chosen in the list of bases followed by candidates, best first.
std::vector<Eigen::Index> choose_bases(Eigen::VectorXd& bounds, const Eigen::VectorXd& of_candidates,
                                       int count);

}  // namespace bora::attacks
