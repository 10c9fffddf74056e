#include "benchmarks/optimisers/async_problems.h"

#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "support/problems/problem.h"
#include "surrogates/acquisition/acquisition.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/maximise.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::tools {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

AsyncProblem scaled(const std::string& name, const std::string& of, int dimension, double divisor) {
  const std::shared_ptr<Problem> problem = make_problem(of, dimension);
  return {name, MixedSpace({}, problem->box().lower, problem->box().upper), problem->minimum() / divisor,
          [problem, divisor](const VectorXd& x) { return problem->value(x) / divisor; }};
}

AsyncProblem drawn_function(const std::string& name, int d) {
  constexpr int kPoints = 800, kSearched = 10000, kEvaluations = 1000;
  constexpr double kLengthscale = 0.15;  // in the unit cube: 0.3 in [-1, 1]^d
  constexpr double kNoise = 1e-8;
  Rng rng(mix_seed(7, static_cast<std::uint64_t>(d)));
  auto kernel = std::make_shared<StationaryKernel>(RadialFamily::matern52, d, true);
  kernel->set_hyperparameters(VectorXd::Constant(d, std::log(kLengthscale)));
  const MatrixXd X = uniform_points(kPoints, d, rng);
  MatrixXd K = kernel->gram(X);
  K.diagonal().array() += kNoise;
  VectorXd y(kPoints);
  for (double& value : y) value = rng.normal();
  y = cholesky(K)->lower.triangularView<Eigen::Lower>() * y;
  const auto function = std::make_shared<const FittedGaussianProcess<VectorXd>>(
      *FittedGaussianProcess<VectorXd>::condition(kernel, X, y, kNoise, Standardisation{}));
  MaximiserOptions search;
  search.candidates = kSearched;
  search.polished = 10;
  search.max_evaluations = kEvaluations;
  const PosteriorAcquisition<VectorXd> below(function, std::make_shared<NegativeMean>());
  const MixedSpace space({}, VectorXd::Zero(d), VectorXd::Ones(d));
  const double minimum = -maximise_acquisition(below, {space.lower(), space.upper()}, rng, search).value;
  return {name, space, minimum, [function](const VectorXd& x) { return function->mean(x.transpose())[0]; }};
}

AsyncProblem robot_pushing(const std::string& name) {
  Eigen::Vector4d lower(-5, -5, 0, 1), upper(5, 5, 2 * M_PI, 30);
  return {name, MixedSpace({}, lower, upper), 0, [](const VectorXd& x) {
            constexpr double kSpeed = 0.3, kStep = 0.02,
                             kReach = 1.3;  // speed and step for a unit of time; sum of the radii
            const Eigen::Vector2d goal(4, 3), step = kStep * Eigen::Vector2d(std::cos(x[2]), std::sin(x[2]));
            Eigen::Vector2d hand(x[0], x[1]), object(0, 0);
            const int steps = static_cast<int>(kSpeed * x[3] / kStep);
            for (int i = 0; i <= steps; ++i) {
              if (const Eigen::Vector2d apart = object - hand; apart.norm() < kReach)
                object = hand + kReach * (apart.norm() > 0 ? apart.normalized() : step.normalized());
              hand += step;
            }
            return (object - goal).norm();
          }};
}

}  // namespace

AsyncProblem make_async_problem(const std::string& name) {
  const auto dash = name.find('-');
  const std::string family = name.substr(0, dash);
  std::string_view dimension =
      std::string_view(name).substr(dash == std::string::npos ? name.size() : dash + 1);
  const int d = take_number<int>(dimension).value_or(0);
  constexpr int kMost = 20;
  if (d >= 1 && d <= kMost) {
    if (family == "ack") return scaled(name, "ackley", d, 20);
    if (family == "mic") return scaled(name, "michalewicz", d, 1);
    if (family == "egg" && d == 2) return scaled(name, "eggholder", d, 100);
    if (family == "mat") return drawn_function(name, d);
    if (family == "nrobot" && d == 4) return robot_pushing(name);
  }
  throw InputError("--problems: '{}' is not one of ack-D, mic-D, egg-2, mat-D, nrobot-4, as in ack-5", name);
}

}  // namespace bora::tools
