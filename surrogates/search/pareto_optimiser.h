// Optimisation of several objectives: Pareto fronts and ParEGO.
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

/// Returns the area (o = 2) or volume of the region that the rows of Y (n x o, larger is better, o from 1 to
/// 4) dominate, down to `reference` (o). Exact, by slicing (While et al. 2006). Throws InputError.
double hypervolume(const Eigen::MatrixXd& Y, const Eigen::VectorXd& reference);

/// ParEGO (Knowles 2006), an optimiser for several objectives. Each ask draws random weights w of the
/// objectives, reduces the observed values to one number each by a scalarisation with w (scalarisation.h),
/// and asks a BayesianOptimiser for the point of largest acquisition. Different weights lead to different
/// parts of the Pareto front. Constraints (BayesianOptions) are modelled by that optimiser; the front then
/// consists of points that meet all of them.
class ParetoOptimiser {
 public:
  /// objectives >= 1. Throws InputError.
  ParetoOptimiser(MixedSpace space, int objectives, BayesianOptions options, std::uint64_t seed);

  std::vector<Trial<Eigen::VectorXd>> ask(int q = 1);
  /// Methods of Optimiser (tell, fail, abandon, observe) for several objectives. values: o, finite, larger is
  /// better. slacks: as for AskTell::tell_constrained and observe_constrained.
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
  struct Pending {
    Eigen::VectorXd point;
    std::int64_t in_design;  ///< number of its trial in design_
  };
  Eigen::MatrixXd all_values() const;
  Eigen::MatrixXd scalarised_values() const;
  /// Returns the front as indices of points_.
  std::vector<int> front() const;
  void check(const Eigen::VectorXd& values, const std::vector<double>& slacks, const char* verb) const;
  Pending take_pending(std::int64_t trial, const char* verb);

  MixedSpace space_;
  int objectives_;
  BayesianOptions options_;
  std::uint64_t seed_;
  // Asked for the first points alone. All points are pending there, unless abandoned, so that it counts them
  // and asks for none again.
  std::unique_ptr<BayesianOptimiser> design_;
  int initial_;
  int unasked_ = 0;  // observations that were not asked for
  std::vector<Eigen::VectorXd> points_, values_, failures_;
  std::vector<std::vector<double>> slacks_;  // slacks of points_
  std::map<std::int64_t, Pending> pending_;
  std::int64_t asked_ = 0;
};

}  // namespace bora::surrogates
