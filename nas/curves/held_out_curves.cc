#include "nas/curves/held_out_curves.h"

#include <cmath>
#include <limits>

#include <boost/math/distributions/students_t.hpp>

namespace bora::nas {

std::vector<HeldOutCurve> held_out_curves(const CurveTable& table, const CurveSearchOptions& options,
                                          int folds) {
  std::vector<int> complete;
  for (int network = 0; network < table.X.rows(); ++network)
    if (table.complete(network)) complete.push_back(network);
  if (folds < 2 || std::ssize(complete) < folds)
    throw InputError("{} networks are trained to the end, expected at least {}", complete.size(),
                     std::max(folds, 2));
  Rng rng(mix_seed(options.seed, "held out"));
  rng.shuffle(complete);
  CurveSearchOptions chain = options, independent = options;
  chain.strategy = "gpar";
  independent.strategy = "final";
  const Eigen::Index k = table.Y.cols();
  const double none = std::numeric_limits<double>::quiet_NaN();
  constexpr int kDraws = 200;
  std::vector<HeldOutCurve> all;
  for (int fold = 0; fold < folds; ++fold) {
    CurveTable rest = table;
    for (std::size_t i = static_cast<std::size_t>(fold); i < complete.size();
         i += static_cast<std::size_t>(folds))
      rest.Y.row(complete[i]).setConstant(none);
    const Gpar chained = fitted_curves(rest, chain, fold), alone = fitted_curves(rest, independent, fold);
    for (std::size_t i = static_cast<std::size_t>(fold); i < complete.size();
         i += static_cast<std::size_t>(folds)) {
      const int network = complete[i];
      const Eigen::VectorXd x = table.X.row(network), unknown = Eigen::VectorXd::Constant(k, none);
      Eigen::VectorXd known = table.Y.row(network);
      const double value = known[k - 1];
      known[k - 1] = none;
      all.push_back({network, chained.final_log_density(x, known, value, kDraws, rng),
                     chained.final_log_density(x, unknown, value, kDraws, rng),
                     alone.final_log_density(x, unknown.head(1), value, kDraws, rng)});
    }
  }
  return all;
}

MeanInterval mean_interval(const std::vector<double>& values) {
  if (values.size() < 2)
    throw InputError("interval of a mean: {} values, expected at least 2", values.size());
  const auto n = static_cast<double>(values.size());
  constexpr double kUpper = 0.975;
  const double t = boost::math::quantile(boost::math::students_t(n - 1), kUpper);
  const Eigen::Map<const Eigen::VectorXd> v(values.data(), static_cast<Eigen::Index>(values.size()));
  const double mean = v.mean();
  return {mean, t * std::sqrt((v.array() - mean).square().sum() / (n - 1) / n)};
}

}  // namespace bora::nas
