// Bayesian optimisation of several objectives (ParEGO), and measures of Pareto fronts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates {

/// Returns the indices of the rows of Y (n x o, larger is better) that no other row dominates. A row
/// dominates another if it is at least as good in every column and better in one. Of equal rows only the
/// first is returned.
std::vector<int> pareto_front(const Eigen::MatrixXd& Y);

/// Returns the volume (the area if o = 2) of the region of all vectors that are at least `reference` (o) and
/// are dominated by a row of Y (n x o, larger is better, o from 1 to 4). The result is exact, by slicing
/// (While et al. 2006). Throws InputError for other o, or if the numbers of objectives differ.
double hypervolume(const Eigen::MatrixXd& Y, const Eigen::VectorXd& reference);

/// ParEGO (Knowles 2006), an optimiser of several objectives. For each new point it draws weights of the
/// objectives, reduces the observed values of each point to one number (tchebycheff()), and takes the next
/// point of a BayesianOptimiser that has observed these numbers. Different weights lead to different parts of
/// the Pareto front. That optimiser also models the constraints (BayesianOptions::constraints); the front
/// consists of points that meet all of them.
class ParetoOptimiser {
 public:
  /// Throws InputError for invalid options or objectives < 1.
  ParetoOptimiser(MixedSpace space, int objectives, BayesianOptions options, std::uint64_t seed);

  /// As Optimiser::ask().
  std::vector<Trial<Eigen::VectorXd>> ask(int q = 1);
  /// Do the same as the functions of Optimiser for several objectives. values: o, finite, larger is better;
  /// slacks: one for each constraint, finite (AskTell::tell_constrained()).
  void tell(std::int64_t trial, const Eigen::VectorXd& values, const std::vector<double>& slacks = {});
  void fail(std::int64_t trial);
  void abandon(std::int64_t trial);
  void observe(const Eigen::VectorXd& point, const Eigen::VectorXd& values,
               const std::vector<double>& slacks = {});

  int observations() const { return static_cast<int>(values_.size()); }
  int pending() const { return static_cast<int>(pending_.size()); }
  /// Return the observed points of the Pareto front, and their values, a row for each point, o columns.
  std::vector<Eigen::VectorXd> front_points() const;
  Eigen::MatrixXd front_values() const;

 private:
  struct Pending {
    Eigen::VectorXd point;
    std::int64_t in_design;  ///< number of the trial of design_ that has this point
  };
  Eigen::MatrixXd all_values() const;
  Eigen::MatrixXd scalarised_values() const;
  /// Returns the indices of the points_ of the front.
  std::vector<int> front() const;
  void check(const Eigen::VectorXd& values, const std::vector<double>& slacks, const char* verb) const;
  Pending take_pending(std::int64_t trial, const char* verb);

  MixedSpace space_;
  int objectives_;
  BayesianOptions options_;
  std::uint64_t seed_;
  // Chooses the initial points. All points of this optimiser that are not abandoned are pending trials of it,
  // so that it proposes none of them again.
  std::unique_ptr<BayesianOptimiser> design_;
  int initial_;      // number of initial points
  int unasked_ = 0;  // observations that were not asked for
  std::vector<Eigen::VectorXd> points_, values_, failures_;
  std::vector<std::vector<double>> slacks_;  // slacks of points_
  std::map<std::int64_t, Pending> pending_;
  std::int64_t asked_ = 0;
};

}  // namespace bora::surrogates
