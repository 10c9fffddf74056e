// How well candidates were ranked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "recording.h"

namespace bora {

/// Of one ranking of one state. A gain is what a candidate adds to the incumbent, 0 if nothing.
struct RankingScore {
  double spearman = 0;  ///< of acquisition and true values; ties share their rank
  double improves = 0;  ///< 1 if the chosen candidate is better than the incumbent
  double gain = 0;      ///< of the chosen one
};

/// The same whatever the ranking.
struct StateScore {
  double improves = 0;  ///< share of the candidates that are better than the incumbent
  double random = 0;    ///< mean gain of a candidate drawn at random
  double best = 0;      ///< gain of the best one
};

/// acquisition: m; the chosen candidate is the first of the largest.
RankingScore score_ranking(const RankingState& state, const Eigen::VectorXd& acquisition);
StateScore score_state(const RankingState& state);

double spearman(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

struct Estimate {
  double mean = 0;
  double error = 0;  ///< standard error
};

/// Mean of `values` over states; `inputs`: of each, the image it is of. States of one image share what is
/// particular to it, so the error is clustered by image (Liang and Zeger 1986, without covariates).
Estimate estimate(const std::vector<double>& values, const std::vector<int>& inputs);

}  // namespace bora
