#include "surrogates/gp/process_model.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/kernels/continuous/stationary.h"

namespace bora::surrogates::process_model_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Data {
  MatrixXd X;
  VectorXd y;
};
Data observed(int n, double frequency) {
  Rng rng(5);
  Data data{MatrixXd(n, 1), VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    data.X(i, 0) = rng.uniform();
    data.y[i] = std::sin(frequency * data.X(i, 0));
  }
  return data;
}

ProcessModel<VectorXd> model(ProcessModelOptions options = {}) {
  return {std::make_unique<StationaryKernel>(RadialFamily::matern52, 1, true), std::move(options)};
}

VectorXd learnt(const ProcessModel<VectorXd>& of) {
  return of.kernel().hyperparameters();
}

TEST(ProcessModel, FitsWhenItIsTimeTo) {
  ProcessModelOptions options;
  options.refit_every = 5;
  auto of = model(options);
  Rng rng(1);
  const Data data = observed(25, 9);
  const auto take = [&](int n) { return of.posterior(data.X.topRows(n), data.y.head(n), rng); };
  take(10);
  const VectorXd first = learnt(of);
  const auto unfitted = take(14);
  EXPECT_EQ(learnt(of), first);
  const MatrixXd last = data.X.row(13);
  EXPECT_NEAR(unfitted->mean(last)[0], data.y[13], 0.05) << "conditioned on it nevertheless";
  take(15);
  EXPECT_NE(learnt(of), first);
}

TEST(ProcessModel, StandardisesBetweenFitsAsInFits) {
  for (const bool standardise : {true, false}) {
    ProcessModelOptions options;
    options.refit_every = 5;
    options.fit.standardise = standardise;
    auto of = model(options);
    Rng rng(1);
    Data data = observed(12, 9);
    data.y.array() += 3;
    of.process(data.X.topRows(10), data.y.head(10), rng);
    const auto unfitted = of.process(data.X, data.y, rng);
    EXPECT_NEAR(unfitted->standardisation().mean, standardise ? data.y.mean() : 0, 1e-12);
    EXPECT_EQ(unfitted->standardisation().deviation == 1, !standardise);
  }
}

TEST(ProcessModel, GrowthDelaysTheFit) {
  ProcessModelOptions options;
  options.refit_growth = 0.5;
  auto of = model(options);
  Rng rng(1);
  const Data data = observed(25, 9);
  of.posterior(data.X.topRows(12), data.y.head(12), rng);
  const VectorXd first = learnt(of);
  of.posterior(data.X.topRows(17), data.y.head(17), rng);
  EXPECT_EQ(learnt(of), first);
  of.posterior(data.X.topRows(18), data.y.head(18), rng);
  EXPECT_NE(learnt(of), first);
}

// Hyper-parameters are fitted to some observations, but the posterior is given all.
TEST(ProcessModel, FitsToSomeAndPredictsFromAll) {
  ProcessModelOptions options;
  options.most_fitted = 100;
  auto some = model(options), all = model();
  Rng rng(1), same(1);
  const Data data = observed(160, 40);
  const auto of_some = some.process(data.X, data.y, rng);
  const auto of_all = all.process(data.X, data.y, same);
  EXPECT_EQ(of_some->inputs().rows(), 160);
  EXPECT_NE(learnt(some), learnt(all)) << "others were fitted to";
  EXPECT_NEAR(learnt(some)[0], learnt(all)[0], 0.7) << "and say much the same";
}

// The noise is learnt from some observations, among them the best ones, whose values vary more than all do.
TEST(ProcessModel, LearnsFromSomeTheNoiseOfAll) {
  for (const int starts_compared_on : {0, 100}) {
    ProcessModelOptions options;
    options.fit.starts = 2;
    auto all = model(options);
    options.most_fitted = 200;
    options.starts_compared_on = starts_compared_on;
    auto some = model(options);
    Rng rng(1);
    Data data = observed(500, 9);
    data.y.array() *= data.X.col(0).array();
    for (double& value : data.y) value += 0.15 * rng.normal();
    const double of_some = some.process(data.X, data.y, rng)->noise();
    const double of_all = all.process(data.X, data.y, rng)->noise();
    EXPECT_NEAR(of_some / of_all, 1, 0.15);
  }
}

// The first start explains everything as noise, where the gradient vanishes. Another start is better already
// on few observations, and the fit continues from it.
TEST(ProcessModel, GoesOnFromTheStartThatIsBestOnFew) {
  const Data data = observed(160, 60);
  const auto fitted = [&](int starts) {
    ProcessModelOptions options;
    options.most_fitted = 120;
    options.starts_compared_on = 80;
    options.fit.starts = starts;
    options.fit.noise = 1;
    StationaryKernel kernel(RadialFamily::matern52, 1, true);
    kernel.set_hyperparameters(VectorXd::Constant(1, std::log(10)));
    ProcessModel<VectorXd> of(std::make_unique<StationaryKernel>(kernel), options);
    Rng rng(1);
    return of.process(data.X, data.y, rng);
  };
  EXPECT_GT(fitted(1)->noise(), 0.5);
  const auto best = fitted(6);
  EXPECT_LT(best->noise(), 0.01);
  EXPECT_LT(best->kernel().hyperparameters()[0], std::log(0.3));
  EXPECT_EQ(best->observations(), 160);
}

// With 200 observations or more, later ones are appended to the factor, without a new factorisation.
TEST(ProcessModel, GrowsBetweenFits) {
  ProcessModelOptions options;
  options.refit_every = 50;
  options.most_fitted = 100;
  auto of = model(options);
  Rng rng(1);
  Data data = observed(240, 9);
  const auto fitted = of.process(data.X.topRows(210), data.y.head(210), rng);
  const VectorXd hyperparameters = learnt(of);
  data.y *= 3;  // as an output transform learnt anew may
  const auto expect_all = [&](Eigen::Index n) {
    const auto grown = of.process(data.X.topRows(n), data.y.head(n), rng);
    const auto all = FittedGaussianProcess<VectorXd>::condition(
        std::shared_ptr<ContinuousKernel>(copy_of(of.kernel())), data.X.topRows(n), data.y.head(n),
        fitted->noise(), Standardisation::of(data.y.head(n)));
    const MatrixXd Z = VectorXd::LinSpaced(9, 0, 1);
    EXPECT_LT((grown->marginal(Z).mean - all->marginal(Z).mean).norm(), 1e-6);
    EXPECT_LT((grown->marginal(Z).variance - all->marginal(Z).variance).norm(), 1e-6);
    EXPECT_EQ(grown->observations(), n);
    return grown;
  };
  // A process that grew shares its kernel with the one it grew from.
  EXPECT_EQ(&expect_all(211)->kernel(), &fitted->kernel());
  EXPECT_EQ(&expect_all(230)->kernel(), &fitted->kernel());
  EXPECT_EQ(learnt(of), hyperparameters);
  data.X.row(3).setConstant(0.5);  // not what it has seen: everything anew
  EXPECT_NE(&expect_all(231)->kernel(), &fitted->kernel());
}

TEST(ProcessModel, FreshHasSeenNothing) {
  auto of = model();
  Rng rng(1);
  const VectorXd before = learnt(of);
  const Data data = observed(20, 9);
  of.posterior(data.X, data.y, rng);
  EXPECT_NE(learnt(of), before);
  const auto again = of.fresh();
  EXPECT_EQ(learnt(dynamic_cast<const ProcessModel<VectorXd>&>(*again)), before);
}

TEST(ProcessModel, RefusesOptionsByName) {
  const auto refused = [](auto change) {
    ProcessModelOptions options;
    change(options);
    EXPECT_THROW(model(options), InputError);
  };
  refused([](auto& o) { o.refit_every = 0; });
  refused([](auto& o) { o.refit_growth = -1; });
  refused([](auto& o) { o.most_fitted = 99; });
  refused([](auto& o) { o.starts_compared_on = 49; });
  refused([](auto& o) { o.most_fitted = 100, o.starts_compared_on = 101; });
}

}  // namespace
}  // namespace bora::surrogates::process_model_test
