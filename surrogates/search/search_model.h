// Interface of BoxOptimiser's models, which also choose the next point.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::surrogates {

/// Model of values over the unit cube. Its points are the observations in their order, followed, during a
/// call of BoxOptimiser::ask(), by pending points with imputed values.
class SearchModel {
 public:
  virtual ~SearchModel() = default;

  virtual void append(const Eigen::MatrixXd& points) = 0;  ///< appends the columns of points, d x m
  virtual void remove_last(Eigen::Index m) = 0;            ///< removes the last m points

  /// Fits hyper-parameters to y, the observed values of all points. Returns whether the model is usable
  /// afterwards.
  virtual bool refit(const Eigen::VectorXd& y) = 0;
  virtual bool usable() const = 0;  ///< returns whether the last fit succeeded
  /// Sets the values y of the first y.size() points and keeps the hyper-parameters. The other points get
  /// imputed values. Requires usable().
  virtual void set_values(const Eigen::VectorXd& y) = 0;

  /// Returns the best point found by a search for the largest acquisition, which is none of the model's
  /// points. incumbent: the best observed value. Adds to candidate_seconds and polish_seconds of the timings.
  virtual Eigen::VectorXd propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) = 0;
};

/// Makes the model that the options describe. dimension: d; seed: seed of the starts of fits.
std::unique_ptr<SearchModel> make_search_model(const BoxOptimiserOptions& options, int dimension,
                                               std::uint64_t seed);

}  // namespace bora::surrogates
