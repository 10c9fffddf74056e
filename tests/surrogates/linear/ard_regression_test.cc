#include "surrogates/linear/ard_regression.h"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/random.h"
#include "support/dense.h"
#include "surrogates/linear/ard_posterior.h"

namespace bora::surrogates {
namespace {

SparseRow sparse(const Eigen::RowVectorXd& dense) {
  SparseRow row;
  for (int j = 0; j < dense.size(); ++j)
    if (dense[j] != 0) row.push_back({j, dense[j]});
  return row;
}

struct Prediction {
  double mean, variance;  // prediction of a target; the variance includes the noise
};
Prediction predicted(const ArdRegression& model, const SparseRow& row) {
  const MarginalPosterior at = ArdPosterior(model).marginal({row});
  return {at.mean[0], at.variance[0] + model.noise()};
}

Eigen::MatrixXd matrix(const nlohmann::json& rows) {
  Eigen::MatrixXd X(rows.size(), rows[0].size());
  for (int i = 0; i < X.rows(); ++i)
    for (int j = 0; j < X.cols(); ++j) X(i, j) = rows[i][j];
  return X;
}

Eigen::VectorXd vector(const nlohmann::json& values) {
  const auto copy = values.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(copy.data(), static_cast<Eigen::Index>(copy.size()));
}

struct Problem {
  Eigen::MatrixXd X;
  Eigen::VectorXd y;
};

// Returns a problem with sparse integer features, like those of graphs, of which the first four are relevant.
Problem planted(int n, int d, double noise, std::uint64_t seed) {
  Rng rng(seed);
  Problem problem{Eigen::MatrixXd::Zero(n, d), Eigen::VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 6; ++k) problem.X(i, rng.index(d)) += rng.sign();
    for (int j = 0; j < 4; ++j) problem.X(i, j) += rng.index(3) - 1;
    problem.y[i] = 2 * problem.X(i, 0) - problem.X(i, 1) + 0.7 * problem.X(i, 2) - 3 * problem.X(i, 3) +
                   noise * rng.normal();
  }
  return problem;
}

ArdRegression fitted(const Problem& problem, ArdOptions options = {}) {
  ArdRegression model(options);
  for (int i = 0; i < problem.y.size(); ++i) model.append(sparse(problem.X.row(i)), problem.y[i]);
  model.fit();
  return model;
}

// Returns the columns of the active weights, centred if there is an intercept.
Eigen::MatrixXd active_columns(const ArdRegression& model, const Eigen::MatrixXd& X, bool intercept) {
  Eigen::MatrixXd A(X.rows(), static_cast<Eigen::Index>(model.active().size()));
  for (int k = 0; k < A.cols(); ++k) A.col(k) = X.col(model.active()[k]);
  return intercept ? Eigen::MatrixXd(A.rowwise() - A.colwise().mean()) : A;
}

double evidence_of(const Eigen::MatrixXd& A, const Eigen::VectorXd& y, const Eigen::VectorXd& precisions,
                   double noise) {
  const Eigen::MatrixXd C = noise * Eigen::MatrixXd::Identity(y.size(), y.size()) +
                            A * precisions.cwiseInverse().asDiagonal() * A.transpose();
  const Eigen::LLT<Eigen::MatrixXd> factor(C);
  return -0.5 * (2 * factor.matrixLLT().diagonal().array().log().sum() + y.dot(factor.solve(y)) +
                 static_cast<double>(y.size()) * std::log(2 * M_PI));
}

class ArdIntercept : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(With, ArdIntercept, ::testing::Bool());

TEST_P(ArdIntercept, PosteriorIsTheClosedForm) {
  Problem problem = planted(60, 40, 0.4, 1);
  if (GetParam()) problem.y.array() += 5;
  ArdOptions options;
  options.intercept = GetParam();
  const ArdRegression model = fitted(problem, options);
  ASSERT_GE(model.active().size(), 4U);
  const Eigen::MatrixXd A = active_columns(model, problem.X, GetParam());
  const Eigen::VectorXd y = GetParam() ? Eigen::VectorXd(problem.y.array() - problem.y.mean()) : problem.y;
  const double beta = 1 / model.noise();
  const Eigen::MatrixXd H =
      beta * A.transpose() * A + Eigen::MatrixXd(Eigen::MatrixXd(model.precisions().asDiagonal()));
  const Eigen::MatrixXd covariance = testing::inverse_of(H);
  EXPECT_LT((model.covariance() - covariance).norm(), 1e-8 * covariance.norm());
  EXPECT_LT((model.means() - beta * covariance * A.transpose() * y).norm(), 1e-8);

  Rng rng(3);
  Eigen::RowVectorXd z = Eigen::RowVectorXd::Zero(40);
  for (int j = 0; j < 40; ++j) z[j] = rng.index(3) - 1;
  Eigen::RowVectorXd z_active(A.cols());
  for (int k = 0; k < A.cols(); ++k) {
    const int column = model.active()[k];
    z_active[k] = z[column] - (GetParam() ? problem.X.col(column).mean() : 0.0);
  }
  const auto prediction = predicted(model, sparse(z));
  const double offset = GetParam() ? problem.y.mean() : 0.0;
  EXPECT_NEAR(prediction.mean, offset + z_active.dot(model.means()), 1e-8);
  const double intercept_variance = GetParam() ? model.noise() / 60 : 0.0;
  EXPECT_NEAR(prediction.variance,
              z_active * covariance * z_active.transpose() + intercept_variance + model.noise(), 1e-8);
}

TEST_P(ArdIntercept, NoChangeOfOnePrecisionRaisesTheEvidence) {
  Problem problem = planted(50, 30, 0.5, 2);
  if (GetParam()) problem.y.array() -= 3;
  ArdOptions options;
  options.intercept = GetParam();
  options.tolerance = 1e-10;
  options.noise_tolerance = 1e-8;
  const ArdRegression model = fitted(problem, options);
  // With an intercept the likelihood is that of the contrasts: any orthonormal basis of them.
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(50, 50);
  if (GetParam()) {
    const Eigen::MatrixXd centring = basis.array() - 1.0 / 50;
    basis = Eigen::HouseholderQR<Eigen::MatrixXd>(centring.leftCols(49)).householderQ() *
            Eigen::MatrixXd::Identity(50, 49);
  }
  const Eigen::MatrixXd X = basis.transpose() * problem.X;
  const Eigen::VectorXd y = basis.transpose() * problem.y;
  const Eigen::MatrixXd A = active_columns(model, X, false);
  const double best = evidence_of(A, y, model.precisions(), model.noise());
  EXPECT_NEAR(model.log_evidence(), best, 1e-6);
  for (int k = 0; k < A.cols(); ++k) {
    for (const double factor : {0.8, 1.25, 1e6}) {
      Eigen::VectorXd precisions = model.precisions();
      precisions[k] *= factor;
      EXPECT_LE(evidence_of(A, y, precisions, model.noise()), best + 1e-8);
    }
  }
  for (const double factor : {0.9, 1.1})
    EXPECT_LE(evidence_of(A, y, model.precisions(), factor * model.noise()), best + 1e-8);
  for (int j = 0; j < 30; ++j) {
    if (model.place(j) >= 0) continue;
    Eigen::MatrixXd wider(A.rows(), A.cols() + 1);
    wider << A, X.col(j);
    for (const double precision : {0.1, 1.0, 10.0, 100.0}) {
      Eigen::VectorXd precisions(A.cols() + 1);
      precisions << model.precisions(), precision;
      EXPECT_LE(evidence_of(wider, y, precisions, model.noise()), best + 1e-6) << "column " << j;
    }
  }
}

TEST_P(ArdIntercept, RowsThatComeLaterLeadToTheSameFit) {
  const Problem problem = planted(90, 25, 0.6, 4);
  ArdOptions options;
  options.intercept = GetParam();
  options.tolerance = 1e-10;
  options.noise_tolerance = 1e-7;
  ArdRegression growing(options);
  for (int i = 0; i < 90; ++i) {
    growing.append(sparse(problem.X.row(i)), problem.y[i]);
    if (i % 10 == 4) growing.fit();
  }
  growing.fit();
  const ArdRegression whole = fitted(problem, options);
  EXPECT_NEAR(growing.log_evidence(), whole.log_evidence(), 1e-5);
  EXPECT_NEAR(growing.noise(), whole.noise(), 1e-5);
  for (int j = 0; j < 25; ++j) {
    const SparseRow unit = {{j, 1.0}};
    EXPECT_NEAR(predicted(growing, unit).mean, predicted(whole, unit).mean, 1e-4);
    EXPECT_NEAR(predicted(growing, unit).variance, predicted(whole, unit).variance, 1e-4);
  }
}

TEST(ArdRegression, FindsWhatMattersAmongManyColumns) {
  const ArdRegression model = fitted(planted(150, 200, 0.5, 5));
  for (int j = 0; j < 4; ++j) EXPECT_GE(model.place(j), 0);
  // By chance, a third of the irrelevant columns keep a small weight.
  EXPECT_LT(model.active().size(), 110U);
  const double planted_weights[] = {2, -1, 0.7, -3};
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(model.means()[model.place(j)], planted_weights[j], 0.3);
}

TEST(ArdRegression, AgreesWithScikitLearn) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/surrogates/ard_regression.json");
  for (const auto& golden : parse_valid_json(file)) {
    SCOPED_TRACE(golden["name"].get<std::string>());
    const Problem problem{matrix(golden["X"]), vector(golden["y"])};
    ArdOptions options;
    options.intercept = golden["intercept"];
    options.tolerance = 1e-12;
    options.noise_tolerance = 1e-9;
    options.smallest_noise = 1e-12;
    const ArdRegression model = fitted(problem, options);
    if (problem.X.cols() > problem.X.rows()) {
      // There are several maxima, and rounding, which differs between processors, decides which is found.
      // Permuted rows change the rounding: the best of a few such fits is no worse than scikit-learn's.
      double best = model.log_evidence();
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Problem turned = problem;
        const auto order = Rng(seed).permutation(static_cast<int>(problem.y.size()));
        for (Eigen::Index row = 0; row < problem.y.size(); ++row) {
          turned.X.row(row) = problem.X.row(order[static_cast<std::size_t>(row)]);
          turned.y[row] = problem.y[order[static_cast<std::size_t>(row)]];
        }
        best = std::max(best, fitted(turned, options).log_evidence());
      }
      EXPECT_GE(best, golden["log_evidence"].get<double>() - 1e-3);
      continue;
    }
    EXPECT_GE(model.log_evidence(), golden["log_evidence"].get<double>() - 1e-3);
    // The noise of scikit-learn ignores the degree of freedom of the intercept.
    const double loose = options.intercept ? 10 : 1;
    EXPECT_NEAR(model.noise() / golden["noise"].get<double>(), 1, options.intercept ? 0.04 : 1e-3);
    EXPECT_NEAR(model.intercept(), golden["offset"].get<double>(), 1e-3 * loose);
    for (int j = 0; j < problem.X.cols(); ++j) {
      const int k = model.place(j);
      EXPECT_NEAR(k < 0 ? 0.0 : model.means()[k], golden["weights"][j].get<double>(), 1e-3 * loose) << j;
      const double precision = golden["precisions"][j];
      if (precision < 100) {
        ASSERT_GE(k, 0) << j;
        EXPECT_NEAR(model.precisions()[k] / precision, 1, 0.01 * loose) << j;
      }
    }
    const Eigen::MatrixXd Z = matrix(golden["Z"]);
    for (int i = 0; i < Z.rows(); ++i)
      EXPECT_NEAR(predicted(model, sparse(Z.row(i))).mean, golden["predictions"][i].get<double>(),
                  3e-3 * loose);
  }
}

TEST(ArdRegression, ColumnsOfFewRowsAreLeftOut) {
  const Problem problem = planted(60, 300, 0.3, 8);
  ArdOptions options;
  options.tolerance = 1e-10;
  options.noise_tolerance = 1e-8;
  options.least_rows = 2;
  const ArdRegression model = fitted(problem, options);
  // The fit is the same as without these columns.
  Problem without = problem;
  int kept = 0;
  for (int j = 0; j < 300; ++j) {
    const bool enough = (problem.X.col(j).array() != 0).count() >= 2;
    kept += enough ? 1 : 0;
    if (!enough) without.X.col(j).setZero();
  }
  EXPECT_EQ(model.candidates(), kept);
  EXPECT_LT(kept, 300);
  options.least_rows = 1;
  const ArdRegression reference = fitted(without, options);
  EXPECT_NEAR(model.log_evidence(), reference.log_evidence(), 1e-6);
  EXPECT_NEAR(model.noise(), reference.noise(), 1e-8);
}

void expect_posterior(const ArdRegression& model, const Eigen::MatrixXd& X, Eigen::VectorXd y,
                      bool intercept) {
  const Eigen::MatrixXd A = active_columns(model, X, intercept);
  if (intercept) y.array() -= y.mean();
  const double beta = 1 / model.noise();
  const Eigen::MatrixXd H = beta * A.transpose() * A + Eigen::MatrixXd(model.precisions().asDiagonal());
  EXPECT_LT((model.means() - beta * testing::inverse_of(H) * A.transpose() * y).norm(), 1e-6)
      << y.size() << " rows";
}

// Checks that no left-out column would raise the evidence.
void expect_no_gain(const ArdRegression& model, const Eigen::MatrixXd& X, Eigen::VectorXd y, bool intercept) {
  const Eigen::MatrixXd A = active_columns(model, X, intercept);
  if (intercept) y.array() -= y.mean();
  const Eigen::MatrixXd C =
      model.noise() * Eigen::MatrixXd::Identity(y.size(), y.size()) +
      A * Eigen::MatrixXd(model.precisions().cwiseInverse().asDiagonal()) * A.transpose();
  const Eigen::LLT<Eigen::MatrixXd> factor(C);
  for (int j = 0; j < X.cols(); ++j) {
    if (model.place(j) >= 0) continue;
    Eigen::VectorXd column = X.col(j);
    if (intercept) column.array() -= column.mean();
    const double Q = column.dot(factor.solve(y)), S = column.dot(factor.solve(column));
    EXPECT_LE(Q * Q, S * (1 + 1e-3) + 1e-9) << y.size() << " rows, column " << j;
  }
}

// Fits features that are equal at first and differ later, at regular intervals.
TEST(ArdRegression, EqualColumnsCountAsOneUntilTheyDiffer) {
  // Enough rows to keep active columns active while other columns begin to differ from them.
  constexpr int kRows = 300, kEqual = 200, kFit = 50;
  for (const bool intercept : {false, true}) {
    const Problem problem = planted(kRows, 60, 0.3, 9);
    ArdOptions options;
    options.intercept = intercept;
    options.tolerance = 1e-10;
    options.noise_tolerance = 1e-8;
    // Column 100 + j equals column j at first, later the sum of columns j and 59 - j.
    Problem doubled{Eigen::MatrixXd::Zero(kRows, 160), problem.y};
    doubled.X.leftCols(60) = problem.X;
    doubled.X.rightCols(60) = problem.X;
    doubled.X.bottomRightCorner(kRows - kEqual, 60) +=
        problem.X.bottomRows(kRows - kEqual).rowwise().reverse();
    // Takes a few steps only, since a complete fit would correct wrong sums after some detours.
    ArdOptions few = options;
    few.most_steps = 8;
    ArdRegression model(options), once(options), hurried(few);
    for (int i = 0; i < kRows; ++i) {
      model.append(sparse(doubled.X.row(i)), problem.y[i]);
      hurried.append(sparse(doubled.X.row(i)), problem.y[i]);
      if (i < kEqual) once.append(sparse(problem.X.row(i)), problem.y[i]);
      if ((i + 1) % kFit != 0) continue;
      model.fit();
      hurried.fit();
      expect_posterior(hurried, doubled.X.topRows(i + 1), problem.y.head(i + 1), intercept);
      if (i >= kEqual) {
        expect_posterior(model, doubled.X.topRows(i + 1), problem.y.head(i + 1), intercept);
        expect_no_gain(model, doubled.X.topRows(i + 1), problem.y.head(i + 1), intercept);
        continue;
      }
      once.fit();
      EXPECT_EQ(model.candidates(), once.candidates());
      EXPECT_NEAR(model.log_evidence(), once.log_evidence(), 1e-6);
      for (const int column : model.active()) EXPECT_LT(column, 100) << "the first of those that are equal";
    }
    EXPECT_GT(model.candidates(), 60);
  }
}

TEST(ArdRegression, ConstantTargetsAndEmptyRowsAreHarmless) {
  for (const bool intercept : {false, true}) {
    ArdOptions options;
    options.intercept = intercept;
    ArdRegression model(options);
    for (int i = 0; i < 10; ++i) {
      model.append(i % 2 == 0 ? SparseRow{} : SparseRow{{i % 3, 1.0}}, 0.0);
      model.fit();
      const auto prediction = predicted(model, {{0, 1.0}, {7, 2.0}});
      EXPECT_NEAR(prediction.mean, 0, 1e-6);
      EXPECT_TRUE(std::isfinite(prediction.variance));
    }
  }
}

// The mean of the targets, which an intercept explains, hides nothing.
TEST(ArdRegression, AnInterceptTakesTargetsOfAnyMean) {
  Problem problem = planted(60, 40, 0.4, 1);
  ArdOptions options;
  options.intercept = true;
  const ArdRegression expected = fitted(problem, options);
  const double shift = std::ldexp(1.0, 30);  // a power of 2, which leaves the digits needed here
  problem.y.array() += shift;
  const ArdRegression model = fitted(problem, options);
  ASSERT_EQ(model.active(), expected.active());
  EXPECT_NEAR(model.noise() / expected.noise(), 1, 1e-4);
  EXPECT_LT((model.means() - expected.means()).norm(), 1e-4);
  EXPECT_NEAR(model.intercept() - shift, expected.intercept(), 1e-4);
  // Rows that come later are shifted, too.
  ArdRegression growing(options);
  for (int i = 0; i < 60; ++i) {
    growing.append(sparse(problem.X.row(i)), problem.y[i]);
    if (i == 30) growing.fit();
  }
  growing.fit();
  EXPECT_NEAR(growing.noise() / expected.noise(), 1, 1e-2);
  EXPECT_NEAR(growing.intercept() - shift, expected.intercept(), 1e-2);
}

TEST(ArdRegression, AnInterceptTakesRoundingErrorsForNoDifference) {
  ArdOptions options;
  options.intercept = true;
  for (const double value : {0.3, 1e20}) {
    ArdRegression model(options);
    for (int i = 0; i < 12; ++i)
      model.append({{i % 3, 1.0}},
                   i % 3 == 0 ? std::nextafter(value, std::numeric_limits<double>::infinity()) : value);
    model.fit();
    EXPECT_EQ(model.active_count(), 0) << value;
    EXPECT_NEAR(model.intercept() / value, 1, 1e-12);
  }
}

TEST(ArdRegression, AnEqualColumnChangesNothing) {
  ArdOptions options;
  options.tolerance = 1e-10;
  options.noise_tolerance = 1e-8;
  Problem problem = planted(40, 10, 0.3, 6);
  problem.X.col(9).setZero();
  const double without = fitted(problem, options).log_evidence();
  problem.X.col(9) = problem.X.col(0);
  const ArdRegression model = fitted(problem, options);
  EXPECT_NEAR(model.log_evidence(), without, 1e-5);
  EXPECT_TRUE(model.means().allFinite());
}

TEST(ArdRegression, RefusesWhatIsNotFinite) {
  ArdRegression model;
  EXPECT_THROW(model.append({{0, 1.0}}, std::nan("")), InputError);
  EXPECT_THROW(model.append({{0, INFINITY}}, 1.0), InputError);
  EXPECT_THROW(model.append({{-1, 1.0}}, 1.0), InputError);
  EXPECT_THROW(model.fit(), InputError);
  EXPECT_EQ(model.rows(), 0);
  ArdOptions options;
  options.tolerance = 0;
  EXPECT_THROW(ArdRegression{options}, InputError);
}

}  // namespace
}  // namespace bora::surrogates
