#include "surrogates/acquisition/rules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/error.h"
#include "common/suggestion.h"
#include "surrogates/acquisition/averaged_acquisition.h"
#include "surrogates/acquisition/batch_improvement.h"
#include "surrogates/acquisition/fitbo.h"
#include "surrogates/acquisition/knowledge_gradient.h"
#include "surrogates/acquisition/max_value_entropy.h"
#include "surrogates/acquisition/predictive_entropy.h"
#include "surrogates/acquisition/thompson.h"

namespace bora::surrogates {
namespace {

using Point = Eigen::VectorXd;
using Rule = AcquisitionRule<Point>;

Rule fitbo_family(const RuleOptions& options) {
  FitboOptions of;
  if (options.marginalise > 0) of.samples = options.marginalise;
  if (options.acquisition == "fitbo-mm") of.entropy = EntropyMethod::moment_matching;
  if (options.acquisition == "fitbo-meme") of.entropy = EntropyMethod::maximum_entropy;
  return fitbo_rule<Point>(of);
}

Rule scheduled_ucb(int dimension) {
  return [dimension](const AcquisitionContext<Point>& now) -> std::shared_ptr<const PointAcquisition> {
    const auto observations = now.observed ? static_cast<int>(now.observed->rows()) : 1;
    return std::make_shared<const PosteriorAcquisition<Point>>(
        now.posterior,
        std::make_shared<const UpperConfidenceBound>(scheduled_ucb_beta(observations, dimension)));
  };
}

// Returns `rule` for a posterior whose hyper-parameters are drawn for each acquisition function.
Rule of_one_draw(Rule rule) {
  return [rule](const AcquisitionContext<Point>& now) {
    auto drawn = now.posterior->resampled(1, now.rng);
    if (drawn.empty())
      throw InputError("marginalise: this model has no hyper-parameters that could be drawn, expected 0");
    return rule(now.with(std::move(drawn.front())));
  };
}

Rule plain_rule(const RuleOptions& options, int dimension, const SearchedSpace<Point>& space) {
  const std::string& name = options.acquisition;
  if (name == "gp-ucb") return scheduled_ucb(dimension);
  if (name == "mes") return max_value_rule(space);
  if (name == "mes-functions") return max_value_rule(space, {.by_functions = true});
  if (name == "pes") return predictive_entropy_rule(space, {.points = options.marginalise > 0 ? 1 : 10});
  if (name == "kg") return knowledge_gradient_rule(space);
  if (name == "thompson") return thompson_rule(space);
  if (name == "qei") return batch_improvement_rule<Point>({.smoothed = false});
  if (name == "qlogei") return batch_improvement_rule<Point>();
  return acquisition_rule<Point>(parse_acquisition(name), options.ucb_beta, options.margin);
}

}  // namespace

const std::vector<std::string>& acquisition_rule_names() {
  static const std::vector<std::string> names{"log_ei", "ei",       "pi",         "ucb", "gp-ucb",
                                              "fitbo",  "fitbo-mm", "fitbo-meme", "mes", "mes-functions",
                                              "pes",    "kg",       "thompson",   "qei", "qlogei"};
  return names;
}

bool is_logarithm(const std::string& acquisition) {
  return acquisition != "ucb" && acquisition != "gp-ucb" && acquisition != "thompson" && acquisition != "pes";
}

bool sees_pending(const std::string& acquisition) {
  return acquisition == "thompson" || acquisition == "qei" || acquisition == "qlogei";
}

bool needs_process(const RuleOptions& options) {
  return options.marginalise > 0 || options.acquisition.starts_with("fitbo");
}

void RuleOptions::check() const {
  check_name(acquisition, "acquisition", acquisition_rule_names());
  if (!(ucb_beta >= 0 && std::isfinite(ucb_beta)))
    throw InputError("ucb_beta: {} is not a number >= 0", ucb_beta);
  if (!(margin >= 0 && std::isfinite(margin))) throw InputError("margin: {} is not a number >= 0", margin);
  if (marginalise < 0) throw InputError("marginalise: {} is below 0", marginalise);
}

Rule make_rule(const RuleOptions& options, int dimension, SearchedSpace<Point> space) {
  options.check();
  if (options.acquisition.starts_with("fitbo")) return fitbo_family(options);
  Rule rule = plain_rule(options, dimension, space);
  if (options.marginalise == 0) return rule;
  if (options.acquisition == "thompson") return of_one_draw(std::move(rule));
  return marginalised<Point>(std::move(rule), options.marginalise,
                             is_logarithm(options.acquisition) ? Averaged::exponentials : Averaged::values);
}

double scheduled_ucb_beta(int observations, int dimension) {
  constexpr double kDelta = 0.1;
  const double power = 0.5 * dimension + 2;
  const double log_argument = power * std::log(static_cast<double>(observations)) +
                              std::log(std::numbers::pi * std::numbers::pi / (3 * kDelta));
  return std::sqrt(2 * log_argument);
}

}  // namespace bora::surrogates
