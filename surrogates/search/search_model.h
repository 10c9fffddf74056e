// Interface of BoxOptimiser's models, which also choose the next point.
#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::surrogates {

/// Model over the unit cube; points are columns, d coordinates each. Its points are the observations, in
/// their order, followed by pending points with imputed values, which are removed at the end of an ask.
class SearchModel {
 public:
  virtual ~SearchModel() = default;

  virtual void append(const Eigen::MatrixXd& points) = 0;
  virtual void remove_last(Eigen::Index m) = 0;

  /// Learns hyper-parameters from y (raw values of all points); returns false if the model is not usable
  /// then.
  virtual bool refit(const Eigen::VectorXd& y) = 0;
  virtual bool usable() const = 0;
  /// Sets the values of its first y.size() points without learning hyper-parameters. The other points get
  /// imputed values.
  virtual void set_values(const Eigen::VectorXd& y) = 0;

  /// Returns the point of largest acquisition found that is none of its own; incumbent: the best value so
  /// far. Adds to the timings' candidate_seconds and polish_seconds.
  virtual Eigen::VectorXd propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) = 0;
};

/// Makes the model of the options. The same seed gives the same fits.
std::unique_ptr<SearchModel> make_search_model(const BoxOptimiserOptions& options, int dimension,
                                               std::uint64_t seed);

}  // namespace bora::surrogates
