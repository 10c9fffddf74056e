#include "nas/otmann/transport.h"

#include <limits>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Returns the minimum cost over all transport plans in whole units, by exhaustive search.
double by_trying(const std::vector<int>& a, std::vector<int> b, const Eigen::MatrixXd& C, std::size_t i,
                 int of_i) {
  if (i == a.size()) {
    double rest = 0;
    for (const int left : b) rest += left;
    return rest;
  }
  if (of_i == a[i]) return by_trying(a, b, C, i + 1, 0);
  double best = 1 + by_trying(a, b, C, i, of_i + 1);
  for (std::size_t j = 0; j < b.size(); ++j)
    if (b[j] > 0) {
      --b[j];
      best = std::min(best, C(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) +
                                by_trying(a, b, C, i, of_i + 1));
      ++b[j];
    }
  return best;
}

TEST(PartialTransport, IsTheBestOfAllPlans) {
  Rng rng(4);
  for (int round = 0; round < 30; ++round) {
    std::vector<int> a(2 + static_cast<std::size_t>(rng.index(2))),
        b(2 + static_cast<std::size_t>(rng.index(2)));
    for (int& mass : a) mass = rng.index(4);
    for (int& mass : b) mass = rng.index(3);
    Eigen::VectorXd x(a.size()), y(b.size());
    for (std::size_t i = 0; i < a.size(); ++i) x[static_cast<Eigen::Index>(i)] = a[i];
    for (std::size_t j = 0; j < b.size(); ++j) y[static_cast<Eigen::Index>(j)] = b[j];
    Eigen::MatrixXd C(x.size(), y.size());
    for (Eigen::Index i = 0; i < C.size(); ++i)
      C.data()[i] = rng.uniform() < 0.2 ? kInfinite : 2.5 * rng.uniform();
    EXPECT_NEAR(partial_transport(x, y, C), by_trying(a, b, C, 0, 0), 1e-5) << round;
  }
}

TEST(PartialTransport, HoldsForMassesOfAnySize) {
  const Eigen::MatrixXd C = Eigen::MatrixXd::Constant(1, 1, 0.25);
  for (const double scale : {1e-6, 1.0, 3e7}) {
    const Eigen::VectorXd a = Eigen::VectorXd::Constant(1, 3 * scale),
                          b = Eigen::VectorXd::Constant(1, 1 * scale);
    EXPECT_NEAR(partial_transport(a, b, C) / scale, 2.25, 1e-6);
  }
  EXPECT_EQ(partial_transport(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1), C), 0);
}

TEST(PartialTransport, RefusesInvalidArguments) {
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(1), two = Eigen::VectorXd::Ones(2);
  const Eigen::MatrixXd C = Eigen::MatrixXd::Zero(1, 1);
  testing::expect_input_error([&] { partial_transport(one, two, C); }, "1 x 1, expected 1 x 2");
  testing::expect_input_error([&] { partial_transport(-one, one, C); }, "masses");
  testing::expect_input_error([&] { partial_transport(one, one, C.array() - 1); }, "costs");
}

}  // namespace
}  // namespace bora::nas
