#include "surrogates/search/candidate_ranker.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/dense.h"

namespace bora::surrogates {
namespace {

struct Data {
  PointRows points;
  Eigen::MatrixXd features, outputs;
};

// Outputs: a smooth function, a linear one and the first feature, each with a little noise.
Data draw(int n, int d, int k, std::uint64_t seed) {
  Rng rng(seed);
  Data data{PointRows(n, d), Eigen::MatrixXd(n, k), Eigen::MatrixXd(n, 3)};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < d; ++j) data.points(i, j) = static_cast<float>(rng.normal());
    for (int j = 0; j < k; ++j) data.features(i, j) = 5 + 3 * rng.normal();
    const double feature = k > 0 ? data.features(i, 0) : 0;
    data.outputs.row(i) << std::sin(data.points(i, 0)) + data.points(i, 1), data.points.row(i).sum(), feature;
    for (int o = 0; o < 3; ++o) data.outputs(i, o) += 0.1 * rng.normal();
  }
  return data;
}

// Reference implementation of the model as stated in the header, in double precision with explicit inverses.
// `fitted`: number of rows from which medians, means and scales are computed.
struct Reference {
  // weights: of the window, d; group_sizes: of the groups of features.
  Reference(const Data& all, int rows, int fitted, const Eigen::RowVectorXf& weights = {},
            std::vector<int> group_sizes = {})
      : data(all), n(rows), groups(std::move(group_sizes)) {
    if (groups.empty()) groups = {static_cast<int>(data.features.cols())};
    roots = Eigen::RowVectorXd::Ones(data.points.cols());
    if (weights.size() > 0) roots = weights.cast<double>().cwiseSqrt();
    const Eigen::MatrixXd X = data.points.topRows(fitted).cast<double>() * roots.asDiagonal();
    std::vector<double> distances;
    for (int i = 0; i < fitted; ++i)
      for (int j = 0; j < i; ++j) distances.push_back((X.row(i) - X.row(j)).squaredNorm());
    std::nth_element(distances.begin(), distances.begin() + distances.size() / 2, distances.end());
    median = distances[distances.size() / 2];
    centre = X.colwise().mean();
    trace = (X.rowwise() - centre).rowwise().squaredNorm().mean();
    const Eigen::MatrixXd F = data.features.topRows(fitted);
    feature_centre = F.colwise().mean();
    feature_scale = ((F.rowwise() - feature_centre).colwise().squaredNorm() / fitted).cwiseSqrt();
  }

  double kernel(const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& f, const Eigen::RowVectorXd& y,
                const Eigen::RowVectorXd& g, const CandidateRanker::Hyperparameters& by) const {
    double value = std::exp(-(x - y).squaredNorm() / (2 * by.lengthscale * median)) +
                   by.linear * (x - centre).dot(y - centre) / trace;
    int start = 0;
    for (std::size_t j = 0, known = 0; j < groups.size(); start += groups[j++]) {
      const int k = groups[j];
      if (k == 0) continue;
      const Eigen::RowVectorXd scale = feature_scale.segment(start, k);
      const Eigen::RowVectorXd centre_of = feature_centre.segment(start, k);
      value += by.features[known++] *
               (f.segment(start, k) - centre_of)
                   .cwiseQuotient(scale)
                   .dot((g.segment(start, k) - centre_of).cwiseQuotient(scale)) /
               k;
    }
    return value;
  }
  Eigen::RowVectorXd point(int i) const { return weighed(data.points.row(i)); }
  Eigen::RowVectorXd weighed(const Eigen::RowVectorXf& x) const {
    return x.cast<double>().cwiseProduct(roots);
  }

  Eigen::MatrixXd matrix(const CandidateRanker::Hyperparameters& by) const {
    Eigen::MatrixXd K(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        K(i, j) = kernel(point(i), data.features.row(i), point(j), data.features.row(j), by) +
                  (i == j ? by.noise : 0);
    return K;
  }
  Eigen::MatrixXd centred() const {
    return data.outputs.topRows(n).rowwise() - data.outputs.topRows(n).colwise().mean();
  }
  // Summed over outputs, each scale at its maximum, without the constant.
  double log_evidence(const CandidateRanker::Hyperparameters& by) const {
    const Eigen::MatrixXd K = matrix(by), Y = centred();
    double sum = -0.5 * static_cast<double>(Y.cols()) * std::log(testing::determinant_of(K));
    for (Eigen::Index o = 0; o < Y.cols(); ++o)
      sum -= 0.5 * n * std::log(Y.col(o).dot(testing::inverse_of(K) * Y.col(o)) / n);
    return sum;
  }

  const Data& data;
  int n;
  std::vector<int> groups;
  double median, trace;
  Eigen::RowVectorXd roots, centre, feature_centre, feature_scale;
};

CandidateRanker fitted(const Data& data, int from, int to, CandidateRanker ranker) {
  for (int i = from; i < to; ++i)
    ranker.append(data.points.row(i), data.features.row(i), data.outputs.row(i));
  ranker.fit();
  return ranker;
}

void expect_posterior(const CandidateRanker& ranker, const Reference& reference, const Data& candidates) {
  const auto by = ranker.hyperparameters();
  const Eigen::MatrixXd inverse = testing::inverse_of(reference.matrix(by));
  const Eigen::MatrixXd Y = reference.centred();
  EXPECT_LT((ranker.covariance() - Y.transpose() * inverse * Y / reference.n).cwiseAbs().maxCoeff(),
            1e-3 * ranker.covariance().cwiseAbs().maxCoeff());
  const auto ranking = ranker.rank(candidates.points, candidates.features);
  for (int c = 0; c < candidates.points.rows(); ++c) {
    const Eigen::RowVectorXd x = reference.weighed(candidates.points.row(c)), f = candidates.features.row(c);
    Eigen::RowVectorXd k(reference.n);
    for (int i = 0; i < reference.n; ++i)
      k[i] = reference.kernel(x, f, reference.point(i), reference.data.features.row(i), by);
    const Eigen::RowVectorXd mean =
        k * inverse * Y + reference.data.outputs.topRows(reference.n).colwise().mean();
    EXPECT_LT((ranking.mean.row(c) - mean).cwiseAbs().maxCoeff(), 2e-3) << c;
    EXPECT_NEAR(ranking.variance[c], reference.kernel(x, f, x, f, by) - (k * inverse).dot(k), 1e-3) << c;
  }
}

// Returns a grid with fixed noise levels, so that rounding errors do not affect the comparison.
RankerGrid small_grid() {
  return {.lengthscales = {0.3, 1, 3}, .linear = {0, 0.3, 1}, .features = {0, 1}, .noise = {0.01, 0.05}};
}

TEST(CandidateRanker, IsTheGaussianProcessItSays) {
  for (const int k : {0, 2}) {
    const Data data = draw(30, 6, k, 1);
    const auto ranker = fitted(data, 0, 30, CandidateRanker(6, 3, {k}, {}, small_grid()));
    expect_posterior(ranker, Reference(data, 30, 30), draw(7, 6, k, 2));
  }
}

TEST(CandidateRanker, GrowsBetweenChoicesOfHyperparametersAsIfFactorisedAnew) {
  const Data data = draw(35, 6, 2, 3);
  auto ranker = fitted(data, 0, 30, CandidateRanker(6, 3, {2}, {}, small_grid()));
  const auto before = ranker.hyperparameters();
  ranker = fitted(data, 30, 33, ranker);
  ranker = fitted(data, 33, 35, ranker);
  EXPECT_EQ(ranker.hyperparameters().lengthscale, before.lengthscale);
  expect_posterior(ranker, Reference(data, 35, 30), draw(7, 6, 2, 4));
}

TEST(CandidateRanker, IsTheGaussianProcessItSaysWithAWindowAndGroupsOfFeatures) {
  Eigen::RowVectorXf weights(6);
  weights << 1, 0.5F, 0.1F, 2, 0.7F, 0.3F;
  const Data data = draw(30, 6, 3, 8);
  auto ranker = fitted(data, 0, 27, CandidateRanker(6, 3, {2, 1}, {weights}, small_grid()));
  ranker = fitted(data, 27, 30, ranker);
  expect_posterior(ranker, Reference(data, 30, 27, weights, {2, 1}), draw(7, 6, 3, 9));
}

// Candidates that differ from one of two points in a few coordinates or in none.
TEST(CandidateRanker, RanksChangedPointsAsWholeOnes) {
  Eigen::RowVectorXf weights(6);
  weights << 1, 0.5F, 0.1F, 2, 0.7F, 0.3F;
  for (const int n : {30, 50, 70})
    for (const Eigen::RowVectorXf& window : {Eigen::RowVectorXf(), weights}) {
      const Data data = draw(n, 6, 1, 12);
      const auto ranker = fitted(data, 0, n, CandidateRanker(6, 3, {1}, {window}, small_grid()));
      const Data bases = draw(2, 6, 0, 13);
      Data candidates = draw(5, 6, 1, 14);
      std::vector<ChangedPoint> changes;
      for (int i = 0; i < 5; ++i) {
        ChangedPoint change = {i % 2, {}, {}};
        const Eigen::RowVectorXf own = candidates.points.row(i);
        candidates.points.row(i) = bases.points.row(i % 2);
        for (int j = i; j < 6 && i > 0; j += 2) {
          candidates.points(i, j) = own[j];
          change.coordinates.push_back(j);
          change.values.push_back(own[j]);
        }
        changes.push_back(change);
      }
      const auto whole = ranker.rank(candidates.points, candidates.features);
      const auto changed = ranker.rank(bases.points, changes, candidates.features);
      EXPECT_LT((whole.mean - changed.mean).cwiseAbs().maxCoeff(), 1e-4);
      EXPECT_LT((whole.variance - changed.variance).cwiseAbs().maxCoeff(), 1e-4);
      // Candidates of the candidates, whose inner products are known, and of an observed point.
      const auto again = ranker.rank(candidates.points, changes, candidates.features, changed.products);
      const auto expected = ranker.rank(candidates.points, changes, candidates.features);
      EXPECT_LT((again.mean - expected.mean).cwiseAbs().maxCoeff(), 1e-4);
      const ChangedPoint same;
      const PointRows observed = data.points.row(4);
      const auto own = ranker.rank(observed, {&same, 1}, data.features.row(4), ranker.observed(4));
      EXPECT_LT((own.mean - ranker.rank(observed, data.features.row(4)).mean).cwiseAbs().maxCoeff(), 1e-4);
    }
}

// Many outputs are computed in single precision.
TEST(CandidateRanker, PredictsManyOutputsAsItDoesFew) {
  Data data = draw(30, 6, 1, 15);
  const auto few = fitted(data, 0, 30, CandidateRanker(6, 3, {1}, {}, small_grid()));
  data.outputs = data.outputs.replicate(1, 30).eval();
  const auto many = fitted(data, 0, 30, CandidateRanker(6, 90, {1}, {}, small_grid()));
  EXPECT_EQ(few.hyperparameters().lengthscale, many.hyperparameters().lengthscale);
  EXPECT_EQ(few.hyperparameters().noise, many.hyperparameters().noise);
  const Data candidates = draw(7, 6, 1, 16);
  const auto of_few = few.rank(candidates.points, candidates.features);
  const auto of_many = many.rank(candidates.points, candidates.features);
  EXPECT_LT((of_few.mean - of_many.mean.leftCols(3)).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_LT((of_few.variance - of_many.variance).cwiseAbs().maxCoeff(), 1e-9);
}

// The outputs depend on the first coordinates alone, or on all alike.
TEST(CandidateRanker, LooksThroughTheWindowThatExplainsMost) {
  Eigen::RowVectorXf left = Eigen::RowVectorXf::Constant(8, 0.01F), right = left;
  left.head(4).setOnes();
  right.tail(4).setOnes();
  const Eigen::RowVectorXf all;
  for (const int wanted : {0, 1, 2}) {
    Data data = draw(40, 8, 0, 10);
    for (int i = 0; i < 40; ++i) {
      const Eigen::RowVectorXd x = data.points.row(i).cast<double>();
      double value = wanted != 1 ? x.head(4).sum() : 0;
      if (wanted != 0) value += x.tail(4).sum();
      data.outputs.row(i) << value, std::tanh(value), 0.1 * i * (i % 2);
    }
    const auto ranker = fitted(data, 0, 40, CandidateRanker(8, 3, {}, {left, right, all}));
    EXPECT_EQ(ranker.hyperparameters().window, wanted);
  }
}

// For few outputs and for many.
TEST(CandidateRanker, VariancesAreThoseOfTheCovariance) {
  for (const int outputs : {5, 100}) {
    Data data = draw(20, 4, 0, 11);
    data.outputs = Eigen::MatrixXd::Random(20, outputs);
    const auto ranker = fitted(data, 0, 20, CandidateRanker(4, outputs));
    const Eigen::MatrixXd weights = Eigen::MatrixXd::Random(3, outputs);
    const Eigen::MatrixXd expected = weights * ranker.covariance() * weights.transpose();
    EXPECT_LT((ranker.variances(weights) - expected.diagonal()).cwiseAbs().maxCoeff(),
              (outputs == 5 ? 1e-9 : 1e-5) * expected.diagonal().maxCoeff())
        << outputs;
  }
}

TEST(CandidateRanker, RefusesAWindowOfAnotherSize) {
  EXPECT_THROW(CandidateRanker(3, 1, {}, {Eigen::RowVectorXf::Ones(2)}), std::invalid_argument);
}

TEST(CandidateRanker, ChoosesTheHighestEvidence) {
  const Data data = draw(25, 4, 1, 5);
  const auto grid = small_grid();
  const auto chosen = fitted(data, 0, 25, CandidateRanker(4, 3, {1}, {}, grid)).hyperparameters();
  const Reference reference(data, 25, 25);
  const double highest = reference.log_evidence(chosen);
  for (const double l : grid.lengthscales)
    for (const double a : grid.linear)
      for (const double b : grid.features)
        for (const double z : grid.noise)
          EXPECT_LE(reference.log_evidence({l, a, z, {b}}), highest + 1e-6) << l << a << b << z;
}

TEST(CandidateRanker, SwitchesUselessFeaturesOffAndUsefulOnesOn) {
  Data data = draw(40, 5, 1, 6);
  data.outputs = data.outputs.leftCols(2).eval();
  EXPECT_EQ(fitted(data, 0, 40, CandidateRanker(5, 2, {1})).hyperparameters().features[0], 0);
  data.outputs.col(0) = data.features.col(0);
  data.outputs.col(1) = -2 * data.features.col(0);
  EXPECT_GE(fitted(data, 0, 40, CandidateRanker(5, 2, {1})).hyperparameters().features[0], 1);
}

TEST(CandidateRanker, UsesFeaturesThatGainMoreThanTheyCost) {
  Data data = draw(40, 5, 1, 6);
  data.outputs = data.outputs.leftCols(2).eval();
  for (const double share : {0.2, 5.0}) {
    Data helped = data;
    helped.outputs.colwise() += share / 3 * data.features.col(0);
    const auto weight = [&](double cost) {
      return fitted(helped, 0, 40, CandidateRanker(5, 2, {{1, cost}})).hyperparameters().features[0];
    };
    EXPECT_GT(weight(0), 0) << share;
    EXPECT_EQ(weight(60) > 0, share == 5.0) << share;
    EXPECT_EQ(weight(1000), 0) << share;
  }
}

TEST(CandidateRanker, TrendPointsAlongALinearFunction) {
  Data data = draw(60, 5, 0, 7);
  Eigen::RowVectorXf slope(5);
  slope << 1, -2, 0, 3, 0.5F;
  for (int i = 0; i < 60; ++i) data.outputs.row(i) << data.points.row(i).dot(slope), 10, 0;
  const auto trend = fitted(data, 0, 60, CandidateRanker(5, 3)).trend();
  EXPECT_GT(trend.row(0).dot(slope) / trend.row(0).norm() / slope.norm(), 0.98);
  EXPECT_LT(trend.row(1).norm(), 1e-3 * trend.row(0).norm());
}

TEST(CandidateRanker, SurvivesPointsThatAreAllTheSameAndOutputsThatAreConstant) {
  CandidateRanker ranker(3, 1);
  const Eigen::RowVectorXf point = Eigen::RowVectorXf::Ones(3);
  for (int i = 0; i < 15; ++i) {
    ranker.append(point, Eigen::RowVectorXd(0), Eigen::RowVectorXd::Constant(1, 4));
    if (i > 0) ranker.fit();
  }
  const auto ranking = ranker.rank(PointRows::Random(4, 3), Eigen::MatrixXd(4, 0));
  EXPECT_TRUE(ranking.mean.allFinite());
  EXPECT_TRUE(ranking.variance.allFinite());
}

TEST(CandidateRanker, RefusesWhatIsNotFinite) {
  CandidateRanker ranker(2, 1, {1});
  const Eigen::RowVectorXf point = Eigen::RowVectorXf::Ones(2);
  const auto one = Eigen::RowVectorXd::Ones(1);
  const auto nan = Eigen::RowVectorXd::Constant(1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(ranker.append(point, one, nan), std::invalid_argument);
  EXPECT_THROW(ranker.append(point, nan, one), std::invalid_argument);
  EXPECT_THROW(ranker.append(point * std::numeric_limits<float>::infinity(), one, one),
               std::invalid_argument);
  EXPECT_EQ(ranker.size(), 0);
  EXPECT_THROW(ranker.fit(), std::invalid_argument);
}

TEST(CandidateRanker, RefusesObservationsOfAnotherSize) {
  CandidateRanker ranker(2, 1, {1});
  const Eigen::RowVectorXf point = Eigen::RowVectorXf::Ones(2);
  const Eigen::RowVectorXd one = Eigen::RowVectorXd::Ones(1), two = Eigen::RowVectorXd::Ones(2);
  EXPECT_THROW(ranker.append(Eigen::RowVectorXf::Ones(3), one, one), std::invalid_argument);
  EXPECT_THROW(ranker.append(point, two, one), std::invalid_argument);
  EXPECT_THROW(ranker.append(point, one, two), std::invalid_argument);
  EXPECT_EQ(ranker.size(), 0);
}

TEST(CandidateRanker, ObservationsCountFromTheNextFitOn) {
  const Data data = draw(61, 5, 0, 7);
  CandidateRanker ranker = fitted(data, 0, 60, CandidateRanker(5, data.outputs.cols()));
  const Eigen::MatrixXf trend = ranker.trend();
  const Eigen::MatrixXd covariance = ranker.covariance();
  ranker.append(data.points.row(60), data.features.row(60), data.outputs.row(60));
  EXPECT_EQ(ranker.trend(), trend);
  EXPECT_EQ(ranker.covariance(), covariance);
}

}  // namespace
}  // namespace bora::surrogates
