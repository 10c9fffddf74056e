// Properties that hold for every kernel over vectors. A new kernel is one line in `kernels()`.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/dense.h"
#include "support/gradient_check.h"
#include "surrogates/kernels/categorical/diffusion.h"
#include "surrogates/kernels/categorical/overlap.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/coordinate_sum.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/kernels/mixed/blend_kernel.h"
#include "surrogates/kernels/mixed/column_kernel.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/mixed/mixed_kernel.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::kernel_conformance_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::normal_matrix;
using testing::normal_vector;

constexpr int kDimension = 3;

struct Case {
  std::string name;
  std::function<std::unique_ptr<ContinuousKernel>()> make;
  int categories = 0;  ///< number of leading coordinates that are categories, of two values each
};
void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name;
}

std::unique_ptr<ContinuousKernel> stationary(RadialFamily family, bool ard) {
  return std::make_unique<StationaryKernel>(family, kDimension, ard);
}

MixedSpace mixed() {
  return {{2, 2}, VectorXd::Zero(1), VectorXd::Ones(1)};
}

std::vector<Case> kernels() {
  return {
      {"se", [] { return stationary(RadialFamily::se, false); }},
      {"se_ard", [] { return stationary(RadialFamily::se, true); }},
      {"matern32", [] { return stationary(RadialFamily::matern32, false); }},
      {"matern32_ard", [] { return stationary(RadialFamily::matern32, true); }},
      {"matern52", [] { return stationary(RadialFamily::matern52, false); }},
      {"matern52_ard", [] { return stationary(RadialFamily::matern52, true); }},
      {"coordinate_sum_se",
       [] { return std::make_unique<CoordinateSumKernel>(RadialFamily::se, kDimension); }},
      {"coordinate_sum_matern32",
       [] { return std::make_unique<CoordinateSumKernel>(RadialFamily::matern32, kDimension); }},
      {"coordinate_sum_matern52",
       [] { return std::make_unique<CoordinateSumKernel>(RadialFamily::matern52, kDimension); }},
      {"scaled", [] { return make_kernel("matern52", kDimension, true); }},
      {"sum",
       [] {
         return std::make_unique<SumKernel>(make_kernel("se", kDimension, false),
                                            make_kernel("matern32", kDimension, true));
       }},
      {"product",
       [] {
         return std::make_unique<ProductKernel>(make_kernel("se", kDimension, true),
                                                make_kernel("matern52", kDimension, false));
       }},
      {"scaled_sum_of_products",
       [] {
         return std::make_unique<ScaledKernel>(
             std::make_unique<SumKernel>(std::make_unique<ProductKernel>(make_kernel("se", kDimension, true),
                                                                         stationary(RadialFamily::se, true)),
                                         stationary(RadialFamily::matern32, false)));
       }},
      {"overlap_exponential",
       [] { return std::make_unique<ScaledKernel>(std::make_unique<ExponentialOverlapKernel>(kDimension)); },
       3},
      {"overlap_exponential_printed",
       [] { return std::make_unique<ExponentialOverlapKernel>(kDimension, false); }, 3},
      {"diffusion",
       [] {
         return std::make_unique<DiffusionKernel>(std::vector<ValueGraph>{{2, false}, {2, true}, {3, true}});
       },
       3},
      {"columns",
       [] { return std::make_unique<ColumnKernel>(make_kernel("matern52", 2, true), 1, 2, kDimension); }},
      {"cocabo", [] { return make_cocabo_kernel(mixed(), std::nullopt); }, 2},
      {"cocabo_sum", [] { return make_cocabo_kernel(mixed(), 0); }, 2},
      {"cocabo_half", [] { return make_cocabo_kernel(mixed(), 0.5); }, 2},
      {"cocabo_product", [] { return make_cocabo_kernel(mixed(), 1); }, 2},
      {"casmopolitan",
       [] {
         return std::make_unique<BlendKernel>(
             std::make_unique<ColumnKernel>(std::make_unique<ExponentialOverlapKernel>(2), 0, 2, kDimension),
             std::make_unique<ColumnKernel>(make_kernel("matern52", 1, true), 2, 1, kDimension),
             std::nullopt);
       },
       2},
      {"casmopolitan_printed", [] { return make_mixed_kernel(mixed(), CategoryKernel::printed); }, 2},
      {"casmopolitan_overlap", [] { return make_mixed_kernel(mixed(), CategoryKernel::overlap); }, 2},
  };
}

class KernelConformance : public ::testing::TestWithParam<Case> {
 protected:
  KernelConformance() : kernel_(GetParam().make()) {
    kernel_->set_hyperparameters(kernel_->hyperparameters() + 0.3 * normal_vector(count(), rng_));
    X_ = uniform_points(9, kDimension, rng_);
    Z_ = uniform_points(5, kDimension, rng_);
    const int h = GetParam().categories;
    X_.leftCols(h) = (2 * X_.leftCols(h)).array().floor();
    Z_.leftCols(h) = (2 * Z_.leftCols(h)).array().floor();
    X_.row(1).head(h) = X_.row(0).head(h);
    if (h > 0) X_(1, 0) = 1 - X_(0, 0);  // one that differs
  }
  int count() const { return kernel_->hyperparameter_count(); }

  Rng rng_{42};
  std::unique_ptr<ContinuousKernel> kernel_;
  MatrixXd X_, Z_;
};

TEST_P(KernelConformance, GramIsSymmetricAndPositiveSemidefinite) {
  const MatrixXd K = kernel_->gram(X_);
  EXPECT_EQ(K, K.transpose());
  EXPECT_GT(testing::eigenvalues_of(K).minCoeff(), -1e-10);
}

// Inner products of random features are covariances in expectation.
TEST_P(KernelConformance, FeaturesHaveTheKernelsCovariances) {
  const MatrixXd exact = kernel_->cross(X_, Z_);
  const double scale = kernel_->diag(X_).maxCoeff();
  constexpr int kFeatures = 20000;
  const auto features = kernel_->features(kFeatures, rng_);
  if (GetParam().categories > 0) {
    EXPECT_FALSE(features) << "categories have no spectrum";
    return;
  }
  ASSERT_TRUE(features);
  ASSERT_EQ(features->phases.size(), kFeatures);
  EXPECT_LT((features->at(X_) * features->at(Z_).transpose() - exact).cwiseAbs().maxCoeff(), 0.05 * scale);
}

TEST_P(KernelConformance, GramStaysPositiveSemidefiniteWithDuplicates) {
  MatrixXd doubled(18, kDimension);
  doubled << X_, X_;
  const MatrixXd K = kernel_->gram(doubled);
  EXPECT_TRUE(K.allFinite());
  EXPECT_GT(testing::eigenvalues_of(K).minCoeff(), -1e-10);
}

TEST_P(KernelConformance, DiagIsTheGramsDiagonal) {
  EXPECT_LT((kernel_->gram(X_).diagonal() - kernel_->diag(X_)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST_P(KernelConformance, CrossIsABlockOfTheJointGram) {
  MatrixXd joint(X_.rows() + Z_.rows(), kDimension);
  joint << X_, Z_;
  EXPECT_LT((kernel_->gram(joint).topRightCorner(9, 5) - kernel_->cross(X_, Z_)).cwiseAbs().maxCoeff(),
            1e-13);
}

TEST_P(KernelConformance, VariesWithDistance) {
  const MatrixXd K = kernel_->gram(X_);
  EXPECT_LT(K(0, 1), K(0, 0));
  EXPECT_GT(K(0, 1), 0);
}

TEST_P(KernelConformance, GramGradientMatchesFiniteDifferences) {
  MatrixXd W = normal_matrix(9, 9, rng_);
  W = (W + W.transpose()).eval();
  const VectorXd theta = kernel_->hyperparameters();
  const auto check = check_gradient(
      [&](const VectorXd& values) {
        const auto copy = copy_of(*kernel_);
        copy->set_hyperparameters(values);
        return W.cwiseProduct(copy->gram(X_)).sum();
      },
      theta, kernel_->gram_gradient(X_, W));
  EXPECT_LT(check.worst, 1e-8) << kernel_->hyperparameter_names()[check.where];
}

TEST_P(KernelConformance, DifferentiableGramIsTheGramAndItsGradient) {
  MatrixXd W = normal_matrix(9, 9, rng_);
  W = (W + W.transpose()).eval();
  const DifferentiableGram both = kernel_->differentiable_gram(X_);
  EXPECT_LT((both.K - kernel_->gram(X_)).cwiseAbs().maxCoeff(), 1e-14 * both.K(0, 0));
  EXPECT_EQ(both.K, both.K.transpose());
  const VectorXd expected = kernel_->gram_gradient(X_, W);
  EXPECT_LT((both.gradient(W) - expected).norm(), 1e-12 * (1 + expected.norm()));
  EXPECT_LT((both.gradient(2 * W) - 2 * expected).norm(), 1e-12 * (1 + expected.norm())) << "asked again";
}

TEST_P(KernelConformance, InputGradientMatchesFiniteDifferences) {
  // No point of X is used, since Matern-3/2 has no third derivative there, which differences need.
  const MatrixXd W = normal_matrix(9, 5, rng_);
  const MatrixXd G = kernel_->input_gradient(X_, Z_, W);
  ASSERT_EQ(G.rows(), 5);
  ASSERT_EQ(G.cols(), kDimension);
  const auto check = check_gradient(
      [&](const VectorXd& z) {
        MatrixXd moved = Eigen::Map<const MatrixXd>(z.data(), 5, kDimension);
        // Categories have no small changes.
        moved.leftCols(GetParam().categories) = Z_.leftCols(GetParam().categories);
        return W.cwiseProduct(kernel_->cross(X_, moved)).sum();
      },
      Eigen::Map<const VectorXd>(Z_.data(), Z_.size()), Eigen::Map<const VectorXd>(G.data(), G.size()));
  EXPECT_LT(check.worst, 1e-7);
  // The gradient at a single point, which searches need, may be computed by other code.
  const MatrixXd first = kernel_->input_gradient(X_, Z_.topRows(1), W.leftCols(1));
  EXPECT_LT((first - G.topRows(1)).cwiseAbs().maxCoeff(), 1e-11);
}

TEST_P(KernelConformance, InputGradientIsFiniteAtCoincidingPoints) {
  EXPECT_TRUE(kernel_->input_gradient(X_, X_, MatrixXd::Ones(9, 9)).allFinite());
}

TEST_P(KernelConformance, DiagGradientMatchesFiniteDifferences) {
  const MatrixXd G = kernel_->diag_gradient(Z_);
  const auto check = check_gradient(
      [&](const VectorXd& z) {
        return kernel_->diag(Eigen::Map<const MatrixXd>(z.data(), 5, kDimension)).sum();
      },
      Eigen::Map<const VectorXd>(Z_.data(), Z_.size()), Eigen::Map<const VectorXd>(G.data(), G.size()));
  EXPECT_LT(check.worst, 1e-8);
}

TEST_P(KernelConformance, CloneIsDeep) {
  const auto copy = copy_of(*kernel_);
  const MatrixXd before = kernel_->gram(X_);
  EXPECT_EQ(copy->gram(X_), before);
  copy->set_hyperparameters(copy->hyperparameters().array() - 0.5);
  Bounds bounds = copy->bounds();
  bounds.lower.array() -= 1;
  copy->set_bounds(bounds);
  EXPECT_NE(copy->gram(X_), before);
  EXPECT_EQ(kernel_->gram(X_), before);
  EXPECT_NE(kernel_->bounds().lower, bounds.lower);
  EXPECT_EQ(copy->clone()->bounds().lower, bounds.lower);
}

TEST_P(KernelConformance, HyperparametersComeBackAsSet) {
  const VectorXd values = VectorXd::LinSpaced(count(), -0.4, 0.7);
  kernel_->set_hyperparameters(values);
  EXPECT_EQ(kernel_->hyperparameters(), values);
  EXPECT_EQ(static_cast<int>(kernel_->hyperparameter_names().size()), count());
  const Bounds bounds = kernel_->bounds();
  ASSERT_EQ(bounds.lower.size(), count());
  ASSERT_EQ(bounds.upper.size(), count());
  EXPECT_TRUE((bounds.lower.array() < bounds.upper.array()).all());
}

TEST_P(KernelConformance, RefusesWrongHyperparametersAndInputs) {
  EXPECT_THROW(kernel_->set_hyperparameters(VectorXd::Zero(count() + 1)), InputError);
  EXPECT_THROW(kernel_->set_hyperparameters(VectorXd::Constant(count(), std::nan(""))), InputError);
  EXPECT_THROW(kernel_->set_bounds({VectorXd::Ones(count()), VectorXd::Zero(count())}), InputError);
  EXPECT_THROW(kernel_->gram(MatrixXd::Zero(2, kDimension + 1)), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, KernelConformance, ::testing::ValuesIn(kernels()),
                         [](const auto& tested) { return tested.param.name; });

TEST(KernelValues, AreTheFormulas) {
  // r = 5 / 2, by hand.
  MatrixXd X(1, 2), Z(1, 2);
  X << 0, 0;
  Z << 3, 4;
  const double r = 2.5;
  const auto value = [&](const std::string& name) {
    auto kernel = make_kernel(name, 2, false);
    kernel->set_hyperparameters(Eigen::Vector2d(std::log(3.0), std::log(2.0)));
    return kernel->cross(X, Z)(0, 0);
  };
  EXPECT_NEAR(value("se"), 3 * std::exp(-r * r / 2), 1e-15);
  EXPECT_NEAR(value("matern32"), 3 * (1 + std::sqrt(3.0) * r) * std::exp(-std::sqrt(3.0) * r), 1e-15);
  EXPECT_NEAR(value("matern52"), 3 * (1 + std::sqrt(5.0) * r + 5 * r * r / 3) * std::exp(-std::sqrt(5.0) * r),
              1e-15);
}

TEST(KernelValues, OfMixedPointsAreTheFormulas) {
  // Two of three categories are the same; the numbers are 1 apart.
  MatrixXd X(1, 4), Z(1, 4);
  X << 0, 2, 1, 0;
  Z << 0, 2, 3, 1;
  const double r = std::sqrt(5.0);
  const double of_numbers = (1 + r + 5.0 / 3) * std::exp(-r);
  for (const double lambda : {0.0, 0.25, 1.0}) {
    const auto kernel =
        make_cocabo_kernel(MixedSpace({2, 3, 4}, VectorXd::Zero(1), VectorXd::Ones(1)), lambda);
    // Variances of 3 and 2, a lengthscale of 1.
    kernel->set_hyperparameters(Eigen::Vector3d(std::log(3.0), std::log(2.0), 0));
    const double h = 3 * 2.0 / 3;
    const double x = 2 * of_numbers;
    EXPECT_NEAR(kernel->cross(X, Z)(0, 0), (1 - lambda) * (h + x) + lambda * h * x, 1e-12) << lambda;
  }
  ExponentialOverlapKernel overlap(3);
  overlap.set_hyperparameters(Eigen::Vector3d(std::log(0.3), std::log(0.6), std::log(1.2)));
  EXPECT_NEAR(overlap.cross(X.leftCols(3), Z.leftCols(3))(0, 0), std::exp((0.3 + 0.6) / 3 - 2.1 / 3), 1e-15);
}

// Similarity of five categories that all differ, at the same number: 1.5 / 20.6 as printed in (5.11) of Ru
// 2021, and .55 / 1.5 where the kernel of categories is divided by its value at equal points.
TEST(KernelValues, OfDifferentCategoriesAreThoseOfEquation511) {
  const MixedSpace space({2, 2, 2, 2, 2}, VectorXd::Zero(1), VectorXd::Ones(1));
  const auto correlation = [&](CategoryKernel categories, double weight) {
    const auto kernel = make_mixed_kernel(space, categories);
    VectorXd values = kernel->hyperparameters();
    values.segment(2, 5).setConstant(std::log(weight));
    kernel->set_hyperparameters(values);
    MatrixXd X = MatrixXd::Zero(2, 6);
    X.row(1).head(5).setOnes();
    const MatrixXd K = kernel->gram(X);
    return K(0, 1) / std::sqrt(K(0, 0) * K(1, 1));
  };
  EXPECT_NEAR(correlation(CategoryKernel::printed, 3), 1.5 / (0.5 + std::exp(3)), 1e-12);
  EXPECT_NEAR(correlation(CategoryKernel::printed, 3), 0.07, 5e-3);
  EXPECT_NEAR(correlation(CategoryKernel::scaled, 3), (0.5 + std::exp(-3)) / 1.5, 1e-12);
  EXPECT_NEAR(correlation(CategoryKernel::scaled, 3), 0.37, 5e-3);
  EXPECT_NEAR(correlation(CategoryKernel::printed, 10), 0, 1e-4);
}

// A fitted lambda may reach 0, where the kernel is the sum, and 1, where it is the product.
TEST(KernelValues, ALearntBlendMayBeASum) {
  const MixedSpace space({2, 2}, VectorXd::Zero(1), VectorXd::Ones(1));
  const auto learnt = make_cocabo_kernel(space, std::nullopt), sum = make_cocabo_kernel(space, 0);
  VectorXd values = learnt->hyperparameters();
  values[0] = learnt->bounds().lower[0];
  learnt->set_hyperparameters(values);
  MatrixXd X(3, 3);
  X << 0, 0, 0.1, 0, 1, 0.4, 1, 1, 0.9;
  EXPECT_LT((learnt->gram(X) - sum->gram(X)).cwiseAbs().maxCoeff(), 1e-14);
  values[0] = learnt->bounds().upper[0];
  learnt->set_hyperparameters(values);
  EXPECT_LT((learnt->gram(X) - make_cocabo_kernel(space, 1)->gram(X)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(KernelFactory, NamesTheNearestKernel) {
  try {
    make_kernel("mattern52", 2, false);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"matern52\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bora::surrogates::kernel_conformance_test
