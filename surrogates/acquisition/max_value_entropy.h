// Max-value entropy search: information that an observation gives about the maximum of the function.
#pragma once

#include <algorithm>
#include <memory>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"
#include "surrogates/acquisition/thompson.h"

namespace bora::surrogates {

/// Logarithm of the acquisition of MES (Wang and Jegelka 2017, eq. 6), which is the mean over draws m of the
/// maximum of
///   g phi(g) / (2 Phi(g)) - log Phi(g),  g = (m - mean) / sd.
/// It is accurate where this expression underflows or its terms cancel. The posterior is that of the function
/// without noise, as in the paper.
class LogMaxValueEntropy final : public Acquisition {
 public:
  /// maxima: draws of the maximum, at least one, finite. Throws InputError.
  explicit LogMaxValueEntropy(Eigen::VectorXd maxima);
  bool logarithmic() const override { return true; }

 private:
  Point at(double mean, double deviation) const override;
  Eigen::VectorXd maxima_;
};

/// Returns `count` stratified draws of the largest of independent normal values, one from each of `count`
/// strata of equal probability. The distribution is approximated by the Gumbel distribution with the same
/// median and interquartile range (ibid., section 3.1). Draws below `least` are raised to it. Throws
/// InputError for no values.
Eigen::VectorXd gumbel_maxima(const MarginalPosterior& values, int count, double least, Rng& rng);

struct MaxValueOptions {
  int maxima = 16;  ///< number of Gumbel draws, >= 1; the paper compares 1, 10 and 100, not stratified
  /// Number of drawn points that, with the observed ones, determine the Gumbel distribution, >= 1.
  int points = 1000;
  int functions = 10;         ///< number of functions drawn if by_functions, >= 1
  bool by_functions = false;  ///< whether to use the maxima of drawn functions instead (ibid., section 3.1)
  void check() const;         ///< throws InputError naming the field
};

/// Returns the rule that makes LogMaxValueEntropy. Draws of the maximum below the incumbent are raised to it.
template <typename Point>
AcquisitionRule<Point> max_value_rule(SearchedSpace<Point> space, MaxValueOptions options = {}) {
  options.check();
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    Eigen::VectorXd maxima;
    if (options.by_functions) {
      maxima.resize(options.functions);
      const auto function = thompson_rule(space);
      for (double& value : maxima) value = std::max(now.incumbent, space.largest(*function(now), now.rng));
    } else {
      maxima = gumbel_maxima(now.posterior->marginal(drawn_and_observed(space, options.points, now)),
                             options.maxima, now.incumbent, now.rng);
    }
    return std::make_shared<const PosteriorAcquisition<Point>>(
        now.posterior, std::make_shared<const LogMaxValueEntropy>(maxima));
  };
}

}  // namespace bora::surrogates
