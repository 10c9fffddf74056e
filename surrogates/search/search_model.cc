#include "surrogates/search/search_model.h"

#include <algorithm>

#include "surrogates/search/additive_model.h"
#include "surrogates/search/candidate_search.h"
#include "surrogates/search/hyperparameter_fit.h"

namespace bora::surrogates {
namespace {

/// Gaussian process with one stationary kernel over all coordinates.
class StationaryModel final : public SearchModel {
 public:
  StationaryModel(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed)
      : options_(options),
        posterior_(parse_radial_family(options.kernel), dimension, !options.ard),
        fitter_(options, dimension, seed),
        search_(options, dimension) {}

  void append(const Eigen::MatrixXd& points) override { posterior_.append(points); }
  void remove_last(Eigen::Index m) override { posterior_.remove_last(m); }
  bool refit(const Eigen::VectorXd& y) override { return fitter_.fit(posterior_, y); }
  bool usable() const override { return posterior_.factorised(); }
  void set_values(const Eigen::VectorXd& y) override { posterior_.set_targets(fitter_.standardise(y)); }

  Eigen::VectorXd propose(double incumbent, Rng& rng, BoxOptimiserTimings& timings) override {
    double best = fitter_.standardise(incumbent);
    // The imputed value of a pending point may exceed all observed values.
    if (const Eigen::Index pending = posterior_.size() - posterior_.targets(); pending > 0)
      best = std::max(best, posterior_.marginal(posterior_.points().rightCols(pending)).mean.maxCoeff());
    const auto acquisition = make_acquisition(options_.acquisition, best, options_.ucb_beta);
    return search_.propose(posterior_, *acquisition, rng, timings);
  }

 private:
  BoxOptimiserOptions options_;
  StationaryPosterior posterior_;
  HyperparameterFit fitter_;
  CandidateSearch search_;
};

}  // namespace

std::unique_ptr<SearchModel> make_search_model(const BoxOptimiserOptions& options, int dimension,
                                               std::uint64_t seed) {
  if (options.additive.groups > 0) return std::make_unique<AdditiveModel>(options, dimension, seed);
  return std::make_unique<StationaryModel>(options, dimension, seed);
}

}  // namespace bora::surrogates
