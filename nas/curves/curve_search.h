// Searches that train networks checkpoint by checkpoint and may pause any network after a checkpoint.
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

/// Networks of a search and their values at the checkpoints that they have reached; larger is better.
struct CurveTable {
  Eigen::MatrixXd X;          ///< s x d: hyper-parameters of the networks, in the unit box
  Eigen::MatrixXd Y;          ///< s x k: value at each checkpoint; NaN at checkpoints not reached yet
  std::set<int> failed = {};  ///< networks whose training failed after the last checkpoint that they reached

  int reached(int network) const;  ///< number of checkpoints that the network has reached
  bool complete(int network) const { return reached(network) == Y.cols(); }
  bool ended(int network) const { return failed.contains(network) || complete(network); }
  int best() const;  ///< the complete network whose last value is largest; -1 if no network is complete
};

/// Settings of a search over learning curves.
struct CurveSearchOptions {
  /// - `gpar`: Hutchinson, "Architecture search for Bayesian neural networks", algorithm 2: a GPAR model of
  ///   the values at all checkpoints, acquisition on the last value, networks advanced by one checkpoint;
  /// - `final`: the same with a Gaussian process of the last values only (section 5.5.2), networks trained to
  ///   the end;
  /// - `random`: networks in random order, trained to the end;
  /// - `halving`: successive halving (Jamieson and Talwalkar 2016) with a rung at every checkpoint;
  /// - `hyperband`: brackets of successive halving that begin at each checkpoint in turn (Li et al. 2018).
  ///
  /// After the brackets of `halving` and `hyperband`, stopped networks continue, the best at the latest
  /// checkpoints first.
  std::string strategy = "gpar";
  std::string acquisition = "ei";  ///< one of ei, pi and ucb
  double kappa = 1;                ///< weight that ucb gives to the standard deviation
  int parallel = 4;                ///< M: networks advanced at once, >= 1
  int samples = 50;                ///< N: draws of the model that give a network's mean and variance, >= 2
  int initial = 4;                 ///< K: random networks that are trained to the end first, >= 1
  int factor = 3;                  ///< halving and hyperband: one network in `factor` continues, >= 2
  GparOptions gpar;                ///< settings of the model of `gpar` and `final`
  std::uint64_t seed = 0;
  void check() const;  ///< throws InputError naming the field
};

const std::vector<std::string>& curve_strategy_names();

/// Budget of a search; a unit of cost is the training of one network to the last checkpoint.
struct CurveBudget {
  std::vector<double> costs;  ///< costs of training from each checkpoint to the next; empty: no budget
  double total = 0;           ///< sum of the costs that the search may spend

  bool bounded() const { return !costs.empty(); }
  double cost(int first, int last) const;  ///< cost of checkpoints [first, last), counted from 0
  /// Returns the cost of all checkpoints reached, and of those before which networks failed.
  double spent(const CurveTable& table) const;
};

/// Returns the indices of the networks to advance by one checkpoint: at most options.parallel, all different;
/// empty once all networks are complete or have failed. round: 0, 1, ..., which seeds the draws of the model.
/// For `halving` and `hyperband` the result also depends on the budget: a bracket that would exceed it has
/// fewer networks, and after the brackets only networks continue that it covers to the end, so that the
/// result may be empty earlier. Throws InputError for invalid options.
std::vector<int> next_networks(const CurveTable& table, const CurveSearchOptions& options, int round,
                               const CurveBudget& budget = {});

/// Returns whether the networks that are advanced next are trained to the end: those of `random` and `final`,
/// and the initial ones of `gpar`.
bool trains_to_the_end(const CurveTable& table, const CurveSearchOptions& options);

/// Returns how many of `networks`, counted from the first, can be advanced within the budget: to the last
/// checkpoint if trains_to_the_end(), otherwise by one checkpoint.
int affordable(const CurveTable& table, const CurveSearchOptions& options, const std::vector<int>& networks,
               const CurveBudget& budget);

/// Returns the model of algorithm 2, fitted to the known values (for `final`, to the last values of complete
/// networks). round: as for next_networks(). At least one network must be complete.
Gpar fitted_curves(const CurveTable& table, const CurveSearchOptions& options, int round);

}  // namespace bora::nas
