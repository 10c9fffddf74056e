// Optimisation of several objectives: Pareto fronts and ParEGO.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates {

/// Returns the indices of the rows of Y (n x o, larger is better) that no other row dominates: at least as
/// good in every column and better in one. Of equal rows the first one is returned.
std::vector<int> pareto_front(const Eigen::MatrixXd& Y);

/// Returns the area (o = 2) or volume of the region that the rows of Y (n x o, larger is better, o from 1 to
/// 4) dominate, down to `reference` (o). Exact, by slicing (While et al. 2006). Throws InputError.
double hypervolume(const Eigen::MatrixXd& Y, const Eigen::VectorXd& reference);

/// Optimiser ParEGO (Knowles 2006): each ask draws weights w of the objectives and asks a BayesianOptimiser
/// for the point of largest acquisition under their scalarisation (scalarisation.h) of what was observed, so
/// that every part of the front is aimed at in its turn. Where there are constraints (BayesianOptions), that
/// optimiser models them, and the front is of the points that meet them all.
class ParetoOptimiser {
 public:
  /// objectives >= 1. Throws InputError.
  ParetoOptimiser(MixedSpace space, int objectives, BayesianOptions options, std::uint64_t seed);

  std::vector<Trial<Eigen::VectorXd>> ask(int q = 1);
  /// values: o, finite, larger is better. As Optimiser::tell, fail, abandon and observe, and with slacks as
  /// AskTell::tell_constrained and observe_constrained.
  void tell(std::int64_t trial, const Eigen::VectorXd& values, const std::vector<double>& slacks = {});
  void fail(std::int64_t trial);
  void abandon(std::int64_t trial);
  void observe(const Eigen::VectorXd& point, const Eigen::VectorXd& values,
               const std::vector<double>& slacks = {});

  int observations() const { return static_cast<int>(values_.size()); }
  int pending() const { return static_cast<int>(pending_.size()); }
  /// Returns the points of the front, and their values (n x o).
  std::vector<Eigen::VectorXd> front_points() const;
  Eigen::MatrixXd front_values() const;

 private:
  Eigen::MatrixXd all_values() const;
  Eigen::MatrixXd scalarised_values() const;
  /// Returns the front as indices of points_.
  std::vector<int> front() const;
  void check(const Eigen::VectorXd& values, const std::vector<double>& slacks, const char* verb) const;
  Eigen::VectorXd take_pending(std::int64_t trial, const char* verb);

  MixedSpace space_;
  int objectives_;
  BayesianOptions options_;
  std::uint64_t seed_;
  std::unique_ptr<BayesianOptimiser> design_;  // asked for the first points alone
  int initial_;
  int guests_ = 0;  // observations that were not asked for
  std::vector<Eigen::VectorXd> points_, values_, failures_;
  std::vector<std::vector<double>> slacks_;  // slacks of points_
  std::map<std::int64_t, Eigen::VectorXd> pending_;
  std::int64_t asked_ = 0;
};

}  // namespace bora::surrogates
