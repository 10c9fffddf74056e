// Properties that hold for every kernel of features.
#include "surrogates/kernels/feature/feature_kernels.h"

#include <gtest/gtest.h>

#include "support/dense.h"
#include "support/gradient_check.h"
#include "support/input_error.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::feature_kernels_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Thing {
  SparseRow sparse;
  VectorXd dense;
};

std::shared_ptr<const FeatureSet<Thing>> sparse_set() {
  return std::make_shared<SparseFeatures<Thing>>([](const std::vector<Thing>& X) {
    SparseRows rows;
    for (const Thing& x : X) rows.push_back(&x.sparse);
    return rows;
  });
}

MatrixXd dense_rows(const std::vector<Thing>& X) {
  MatrixXd rows(static_cast<Eigen::Index>(X.size()), X.front().dense.size());
  for (std::size_t i = 0; i < X.size(); ++i) rows.row(static_cast<Eigen::Index>(i)) = X[i].dense.transpose();
  return rows;
}

std::shared_ptr<const FeatureSet<Thing>> dense_set(double scale) {
  return std::make_shared<DenseFeatures<Thing>>(dense_rows, scale);
}

// Sparse and dense rows are the same numbers.
std::vector<Thing> things(int count, Rng& rng) {
  constexpr int kWidth = 6;
  std::vector<Thing> out;
  for (int i = 0; i < count; ++i) {
    Thing thing;
    thing.dense = VectorXd::Zero(kWidth);
    for (int j = 0; j < kWidth; ++j)
      if (rng.uniform() < 0.5) {
        thing.dense[j] = rng.normal();
        thing.sparse.push_back({10 * j, thing.dense[j]});
      }
    out.push_back(thing);
  }
  return out;
}

struct Case {
  std::string name;
  std::function<std::unique_ptr<Kernel<Thing>>()> make;
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name;
}

std::vector<Case> kernels() {
  const auto dot = [] { return std::make_unique<DotKernel<Thing>>(sparse_set()); };
  const auto squared = [] { return std::make_unique<SquaredDistanceKernel<Thing>>(sparse_set(), 0.3); };
  const auto ard = [] { return std::make_unique<ArdLaplaceKernel<Thing>>(dense_rows, 6, 0.2); };
  return {{"dot", dot},
          {"dense_dot", [] { return std::make_unique<DotKernel<Thing>>(dense_set(0.5)); }},
          {"squared", squared},
          {"dense_squared", [] { return std::make_unique<SquaredDistanceKernel<Thing>>(dense_set(2), 0.3); }},
          {"ard_laplace", ard},
          {"sum_of_scaled", [=] {
             return std::make_unique<SumOver<Thing>>(
                 std::make_unique<SumOver<Thing>>(std::make_unique<ScaledOver<Thing>>(dot()),
                                                  std::make_unique<ScaledOver<Thing>>(squared())),
                 std::make_unique<ScaledOver<Thing>>(ard()));
           }}};
}

class FeatureKernels : public ::testing::TestWithParam<Case> {
 protected:
  FeatureKernels() : kernel_(GetParam().make()), X_(things(8, rng_)), Z_(things(5, rng_)) {
    kernel_->set_hyperparameters(kernel_->hyperparameters() +
                                 0.3 * testing::normal_vector(kernel_->hyperparameter_count(), rng_));
  }
  Rng rng_{3};
  std::unique_ptr<Kernel<Thing>> kernel_;
  std::vector<Thing> X_, Z_;
};

TEST_P(FeatureKernels, GramIsSymmetricPositiveSemidefiniteAndCrossAgrees) {
  const MatrixXd K = kernel_->gram(X_);
  EXPECT_EQ(K, K.transpose());
  EXPECT_GT(testing::eigenvalues_of(K).minCoeff(), -1e-10);
  EXPECT_LT((kernel_->cross(X_, X_) - K).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((kernel_->diag(X_) - K.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((kernel_->cross(X_, Z_) - kernel_->cross(Z_, X_).transpose()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_P(FeatureKernels, GradientIsThatOfFiniteDifferences) {
  const MatrixXd half = testing::normal_matrix(8, 8, rng_), W = half + half.transpose();
  const VectorXd theta = kernel_->hyperparameters(), analytic = kernel_->gram_gradient(X_, W);
  ASSERT_EQ(analytic.size(), theta.size());
  const auto value = [&](const VectorXd& at) {
    const auto copy = kernel_->clone();
    copy->set_hyperparameters(at);
    return W.cwiseProduct(copy->gram(X_)).sum();
  };
  if (theta.size() > 0) {
    EXPECT_LT(check_gradient(value, theta, analytic).worst, 1e-7);
  }
}

TEST_P(FeatureKernels, ClonesAreOfTheirOwn) {
  const MatrixXd before = kernel_->gram(X_);
  const auto copy = kernel_->clone();
  EXPECT_EQ(copy->gram(X_), before);
  EXPECT_EQ(copy->bounds().lower, kernel_->bounds().lower);
  copy->set_hyperparameters(VectorXd::Constant(copy->hyperparameter_count(), 0.7));
  EXPECT_EQ(kernel_->gram(X_), before);
  EXPECT_EQ(static_cast<int>(kernel_->hyperparameter_names().size()), kernel_->hyperparameter_count());
  testing::expect_input_error([&] { copy->set_hyperparameters(VectorXd::Zero(99)); }, "99");
}

INSTANTIATE_TEST_SUITE_P(All, FeatureKernels, ::testing::ValuesIn(kernels()),
                         [](const auto& one) { return one.param.name; });

TEST(FeatureSets, SparseAndDenseRowsSayTheSame) {
  Rng rng(5);
  const auto X = things(7, rng), Z = things(4, rng);
  EXPECT_LT((sparse_set()->products(X, Z) - dense_set(1)->products(X, Z)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((sparse_set()->squared_norms(X) - dense_set(1)->squared_norms(X)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((2 * sparse_set()->products(X, Z) - dense_set(2)->products(X, Z)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(SquaredDistanceKernel, IsItsFormula) {
  Rng rng(7);
  const auto X = things(2, rng);
  const SquaredDistanceKernel<Thing> kernel(sparse_set(), 0.3);
  EXPECT_NEAR(kernel.gram(X)(0, 1), std::exp(-0.3 * (X[0].dense - X[1].dense).squaredNorm()), 1e-12);
  const ArdLaplaceKernel<Thing> laplace(dense_rows, 6, 0.2);
  EXPECT_NEAR(laplace.gram(X)(0, 1), std::exp(-0.2 * (X[0].dense - X[1].dense).cwiseAbs().sum()), 1e-12);
}

TEST(WeightedFeatures, AreBothWithTheirWeights) {
  Rng rng(3);
  const auto X = things(4, rng), Z = things(3, rng);
  const WeightedFeatures<Thing> both({0.7, sparse_set()}, {0.3, dense_set(2)});
  // The dense rows are the sparse ones, times 2 here.
  EXPECT_LT((both.products(X, Z) - 1.3 * sparse_set()->products(X, Z)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((both.squared_norms(X) - 1.3 * sparse_set()->squared_norms(X)).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace bora::surrogates::feature_kernels_test
