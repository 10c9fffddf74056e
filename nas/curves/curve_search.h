// Searches that train networks checkpoint by checkpoint and may pause any of them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "common/layers.h"
#include "surrogates/gp/gpar.h"

namespace bora::nas {

/// Networks of a search, and the values that they have reached, larger being better.
struct CurveTable {
  Eigen::MatrixXd X;          ///< s x d: networks in the unit box
  Eigen::MatrixXd Y;          ///< s x k: value at each checkpoint; NaN at checkpoints not reached yet
  std::set<int> failed = {};  ///< networks whose training failed after the last checkpoint that they reached

  int reached(int network) const;  ///< number of checkpoints reached
  bool complete(int network) const { return reached(network) == Y.cols(); }
  bool ended(int network) const { return failed.contains(network) || complete(network); }
  int best() const;  ///< complete network with the largest last value; -1: none is complete
};

struct CurveSearchOptions {
  /// - `gpar`: Hutchinson, "Architecture search for Bayesian neural networks", algorithm 2: a GPAR model of
  ///   the values at all checkpoints, acquisition on the last, networks advanced by one checkpoint;
  /// - `final`: the same with a Gaussian process of last values alone (section 5.5.2), networks trained to
  ///   the end;
  /// - `random`: networks in random order, trained to the end;
  /// - `halving`: successive halving (Jamieson and Talwalkar 2016) with a rung at every checkpoint;
  /// - `hyperband`: its brackets with all first rungs in turn (Li et al. 2018).
  std::string strategy = "gpar";
  std::string acquisition = "ei";  ///< one of ei, pi and ucb
  double kappa = 1;                ///< weight that ucb gives to the standard deviation
  int parallel = 4;                ///< M: networks advanced at once, >= 1
  int samples = 50;                ///< N: draws of the model that give a network's mean and variance, >= 2
  int initial = 4;                 ///< K: random networks that are trained to the end first, >= 1
  int factor = 3;                  ///< halving and hyperband: one network in `factor` continues, >= 2
  GparOptions gpar;
  std::uint64_t seed = 0;
  void check() const;  ///< throws InputError naming the field
};

const std::vector<std::string>& curve_strategy_names();

/// Budget of a search, in trainings to the last checkpoint.
struct CurveBudget {
  std::vector<double> costs;  ///< cost of each checkpoint from the one before it; empty: no bound
  double total = 0;

  bool bounded() const { return !costs.empty(); }
  double cost(int first, int last) const;  ///< cost of checkpoints [first, last), counted from 0
  /// Returns the cost of all values of the table, and of the checkpoint before which each network failed.
  double spent(const CurveTable& table) const;
};

/// Returns the indices of the networks to advance by one checkpoint: at most `parallel` different ones, none
/// once all are complete or have failed. `round`: 0, 1, ... The result depends on the table, the options and
/// the round. For `halving` and `hyperband` it also depends on the budget: a bracket that would exceed it has
/// fewer networks.
std::vector<int> next_networks(const CurveTable& table, const CurveSearchOptions& options, int round,
                               const CurveBudget& budget = {});

/// Returns whether the networks that are advanced next are trained to the end: those of `random` and `final`,
/// and the initial ones of `gpar`.
bool trains_to_the_end(const CurveTable& table, const CurveSearchOptions& options);

/// Returns how many of `networks`, from the first on, the budget allows to advance: to the end if they are
/// trained to the end, otherwise by one checkpoint.
int affordable(const CurveTable& table, const CurveSearchOptions& options, const std::vector<int>& networks,
               const CurveBudget& budget);

/// Returns the model of algorithm 2, fitted to the known values. At least one network must be complete.
Gpar fitted_curves(const CurveTable& table, const CurveSearchOptions& options, int round);

}  // namespace bora::nas
