// Measures of how well candidates are ranked.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "recording.h"

namespace bora::tools {

/// Scores of one ranking of one state. A gain is what a candidate adds to the incumbent, 0 if nothing. The
/// chosen candidate is the first in the ranking of `among` candidates drawn from all m, and its scores are
/// expectations over such draws. With among = m it is the first of all; with less, the noise of a single
/// choice is less too.
struct RankingScore {
  double spearman = 0;  ///< rank correlation of acquisition and true values; ties share their rank
  double improves = 0;  ///< probability that the chosen candidate is better than the incumbent
  double gain = 0;      ///< gain that the chosen candidate brings
};

/// Scores of a state that do not depend on the ranking.
struct StateScore {
  double improves = 0;  ///< share of the candidates that are better than the incumbent
  double random = 0;    ///< mean gain of all candidates
  double best = 0;      ///< expected gain of the best of `among` candidates drawn
};

/// Scores the ranking by `acquisition` (m values). among: 1 to m.
RankingScore score_ranking(const RankingState& state, const Eigen::VectorXd& acquisition, int among);
StateScore score_state(const RankingState& state, int among);

/// Probability that the one of rank r (0: the first) is the first of `among` drawn from m without
/// replacement: C(m - 1 - r, among - 1) / C(m, among). Returns m values.
Eigen::VectorXd first_of_subset(Eigen::Index m, int among);

struct Estimate {
  double mean = 0;
  double error = 0;  ///< standard error
};

/// Mean of `values` over states; `inputs`: of each, the image it is of. States of one image share what is
/// particular to it, so the error is clustered by image (Liang and Zeger 1986, without covariates).
Estimate estimate(const std::vector<double>& values, const std::vector<int>& inputs);

}  // namespace bora::tools
