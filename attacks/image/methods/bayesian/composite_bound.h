// Composite Bayesian optimisation (Astudillo and Frazier, ICML 2019): the loss is a known function of scores
// that are modelled each, so that no model has to represent the kinks of the loss, where the strongest other
// class changes.
#pragma once

#include <vector>

#include "attacks/settings/attack_settings.h"
#include "attacks/threat/objective.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Settings of attacks that query the best of their proposals.
struct CompositeOptions {
  Loss loss = Loss::log_odds;  ///< objective that is maximised and that defines the incumbent
  int warm_up = 3;             ///< answers before the model chooses, at least 2
  int candidates = 60;         ///< proposals of a round
  int rounds = 2;              ///< rounds of proposals, each around the best of the one before
  int bases = 4;               ///< number of these best proposals
  /// Exploration: number of posterior standard deviations added to the mean, at the first and at the last
  /// queries; in between it falls as 1/n.
  double beta = 1.5, last_beta = 0.8;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Returns the gradient of a loss w.r.t. scores of which log_p are the log-probabilities, up to a common term
/// except for Loss::cross_entropy.
Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p);

/// Deviations added to the mean: from `first` to `last`, 1/n of the way after n > 8 answers.
struct Exploration {
  double first, last;
};

/// Returns the upper confidence bound of each candidate's loss: the loss at the mean scores plus a multiple
/// of its standard deviation, which is computed to first order at the mean.
Eigen::VectorXd upper_bounds(const CandidateRanker& ranker, const CandidateRanker::Ranking& ranking,
                             Loss loss, const Goal& goal, const Exploration& exploration);

/// Chooses what the next round of proposals is made from: the best `count` of the bases so far and of the
/// candidates made from them. bounds: those of the bases, replaced by those of the chosen. Returns the places
/// of the chosen, best first, in the bases followed by the candidates.
std::vector<Eigen::Index> choose_bases(Eigen::VectorXd& bounds, const Eigen::VectorXd& of_candidates,
                                       int count);

}  // namespace bora::attacks
