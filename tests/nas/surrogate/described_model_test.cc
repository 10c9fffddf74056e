#include "nas/surrogate/described_model.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "nas/space/drawn_architectures.h"
#include "surrogates/forest/random_forest.h"

namespace bora::nas {
namespace {

using testing::drawn_architectures;

TEST(DescribedModel, HasThePosteriorOfTheModelOfRows) {
  const SpacePtr space = make_space("nb201");
  const auto X = drawn_architectures(*space, 20);
  const DenseRows rows([](const Architecture& a) -> Eigen::VectorXd {
    return Eigen::Vector2d(a.code()[0], a.code()[1] + 0.5 * a.code()[2]);
  });
  const Eigen::VectorXd y = rows(X).col(1);
  const MixedSpace plane({}, Eigen::VectorXd::Zero(2), Eigen::VectorXd::Ones(2));
  Rng one(1), two(1);
  const auto of_rows = make_random_forest(plane)->posterior(rows(X), y, one);
  const auto posterior = make_described_model(make_random_forest(plane), rows)->fresh()->posterior(X, y, two);
  const auto Z = drawn_architectures(*space, 30);
  EXPECT_EQ(posterior->marginal(Z).mean, of_rows->marginal(rows(Z)).mean);
  EXPECT_EQ(posterior->mean(Z), of_rows->mean(rows(Z)));
  EXPECT_EQ(posterior->joint(Z).covariance, of_rows->joint(rows(Z)).covariance);
  const Eigen::VectorXd told = Eigen::VectorXd::Constant(30, 9);
  EXPECT_EQ(posterior->given(Z, told)->mean(Z), of_rows->given(rows(Z), told)->mean(rows(Z)));
}

TEST(StatisticsAndChoices, AreConcatenated) {
  const SpacePtr space = make_space("nb201");
  int columns = 0;
  const DenseRows rows = statistics_and_choices(space, &columns);
  EXPECT_EQ(columns, 8 + 6 * 5);
  const auto X = drawn_architectures(*space, 40);
  const Eigen::MatrixXd Z = rows(X);
  ASSERT_EQ(Z.cols(), columns);
  // In each place of a code exactly one choice is present, whose standardised column is above 0.
  for (std::size_t i = 0; i < X.size(); ++i)
    for (int place = 0; place < 6; ++place)
      for (int choice = 0; choice < 5; ++choice)
        EXPECT_EQ(Z(static_cast<Eigen::Index>(i), 8 + 5 * place + choice) > 0,
                  X[i].code()[static_cast<std::size_t>(place)] == choice);
}

TEST(StatisticsAndChoices, AreOnlyStatisticsWithoutCodes) {
  const SpacePtr space = make_space("cnn");
  int columns = 0;
  const DenseRows rows = statistics_and_choices(space, &columns);
  const auto reference = reference_architectures(*space);
  // Statistics that are the same for all networks are left out; the others are standardised.
  std::vector<std::size_t> varying;
  const std::vector<double> first = space->statistics(reference.front());
  for (std::size_t j = 0; j < first.size(); ++j)
    if (std::ranges::any_of(reference,
                            [&](const Architecture& a) { return space->statistics(a)[j] != first[j]; }))
      varying.push_back(j);
  ASSERT_EQ(columns, static_cast<int>(varying.size()));
  const Eigen::MatrixXd Z = rows(reference);
  ASSERT_EQ(Z.cols(), columns);
  for (std::size_t j = 0; j < varying.size(); ++j) {
    Eigen::VectorXd plain(Z.rows());
    for (Eigen::Index i = 0; i < Z.rows(); ++i)
      plain[i] = space->statistics(reference[static_cast<std::size_t>(i)])[varying[j]];
    plain.array() -= plain.mean();
    plain /= std::sqrt(plain.squaredNorm() / static_cast<double>(Z.rows()));
    EXPECT_LT((plain - Z.col(static_cast<Eigen::Index>(j))).cwiseAbs().maxCoeff(), 1e-9)
        << "statistic " << varying[j];
  }
}

}  // namespace
}  // namespace bora::nas
