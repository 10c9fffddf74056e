// Composite Bayesian optimisation (Astudillo and Frazier, ICML 2019): the loss is a known function of scores
// that are modelled each, so that a change of the strongest rival class, a kink in the loss, is no surprise.
#pragma once

#include "attacks/threat/objective.h"
#include "common/layers.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Returns the gradient of a loss w.r.t. scores of which log_p are the log-probabilities.
Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p);

/// Deviations added to the mean: from `first` to `last`, 1/n of the way after n > 8 answers.
struct Exploration {
  double first, last;
};

/// Returns the upper confidence bound of the loss of each candidate: the loss at the mean scores, plus
/// deviations of the loss, to first order there.
Eigen::VectorXd upper_bounds(const CandidateRanker& ranker, const CandidateRanker::Ranking& ranking,
                             Loss loss, const Goal& goal, const Exploration& exploration);

}  // namespace bora::attacks
