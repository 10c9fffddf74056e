// Compares the Laplacian kernels with independent implementations of their definitions.
#include "surrogates/kernels/graph/multiscale_laplacian.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/dense.h"
#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::expect_input_error;

constexpr int kLabels = 3;
constexpr LaplacianOptions kOptions{0.2, 0.3};

LabelledDag drawn(int nodes, Rng& rng) {
  LabelledDag graph;
  for (int v = 0; v < nodes; ++v) {
    graph.labels.push_back(rng.index(kLabels));
    for (int u = 0; u < v; ++u)
      if (rng.uniform() < 0.5) graph.edges.emplace_back(u, v);
  }
  return graph;
}

std::vector<LabelledDag> several(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<LabelledDag> graphs;
  for (int i = 0; i < count; ++i) graphs.push_back(drawn(3 + i % 4, rng));
  return graphs;
}

LabelledDag renumbered(const LabelledDag& graph, const std::vector<int>& place) {
  LabelledDag out = graph;
  for (std::size_t v = 0; v < place.size(); ++v)
    out.labels[static_cast<std::size_t>(place[v])] = graph.labels[v];
  for (auto& [from, to] : out.edges) {
    const int a = place[static_cast<std::size_t>(from)], b = place[static_cast<std::size_t>(to)];
    from = std::min(a, b);
    to = std::max(a, b);
  }
  return out;
}

MatrixXd adjacency(const LabelledDag& graph) {
  MatrixXd A = MatrixXd::Zero(graph.nodes(), graph.nodes());
  for (const auto& [from, to] : graph.edges) A(from, to) = A(to, from) = 1;
  return A;
}

// The formula as printed, by inverses and determinants.
double as_printed(const MatrixXd& U1, const MatrixXd& A1, const MatrixXd& U2, const MatrixXd& A2,
                  const LaplacianOptions& options) {
  const auto S = [&](const MatrixXd& U, const MatrixXd& A) -> MatrixXd {
    MatrixXd L = MatrixXd(A.rowwise().sum().asDiagonal()) - A;
    L += options.eta * MatrixXd::Identity(A.rows(), A.cols());
    return U.transpose() * testing::inverse_of(L) * U +
           options.gamma * MatrixXd::Identity(U.cols(), U.cols());
  };
  const MatrixXd S1 = S(U1, A1), S2 = S(U2, A2);
  const MatrixXd mean = testing::inverse_of(0.5 * testing::inverse_of(S1) + 0.5 * testing::inverse_of(S2));
  return std::sqrt(testing::determinant_of(mean)) /
         std::pow(testing::determinant_of(S1) * testing::determinant_of(S2), 0.25);
}

TEST(LaplacianKernel, OfSingleNodesByHand) {
  const MatrixXd A = MatrixXd::Zero(1, 1);
  const Eigen::RowVector2d first(1, 0), second(0, 1);
  const auto a = laplacian_summary(first, A, {1, 1}), b = laplacian_summary(second, A, {1, 1});
  EXPECT_NEAR(laplacian_kernel(a, a), 1, 1e-12);
  // S is diag(2, 1) and diag(1, 2): (4/3) / 4^(1/4).
  EXPECT_NEAR(laplacian_kernel(a, b), 4.0 / 3 / std::sqrt(2.0), 1e-12);
}

// Returns the coefficient by its integral, that of the square root of the product of two normal densities.
TEST(LaplacianKernel, IsTheOverlapOfTwoNormalDistributions) {
  MatrixXd A(2, 2);
  A << 0, 1, 1, 0;
  const Eigen::Vector2d U(1, 2);
  const MatrixXd one = MatrixXd::Constant(1, 1, 3.0), none = MatrixXd::Zero(1, 1);
  const auto a = laplacian_summary(U, A, kOptions), b = laplacian_summary(one, none, kOptions);
  const auto density = [](double x, double precision) {
    return std::sqrt(precision / (2 * M_PI)) * std::exp(-0.5 * x * x * precision);
  };
  constexpr double kStep = 0.01;
  double overlap = 0;
  for (double x = -200; x <= 200; x += kStep)
    overlap += kStep * std::sqrt(density(x, a.precision(0, 0)) * density(x, b.precision(0, 0)));
  EXPECT_NEAR(laplacian_kernel(a, b), overlap, 1e-9);
  // The Laplacian of the pair, [1.2, -1; -1, 1.2], has determinant .44.
  EXPECT_NEAR(std::exp(a.log_determinant), (1.2 + 2 * 2 + 4 * 1.2) / 0.44 + 0.3, 1e-9);
}

TEST(LaplacianKernel, IsAsPrinted) {
  Rng rng(1);
  for (int round = 0; round < 10; ++round) {
    const MatrixXd A1 = adjacency(drawn(4, rng)), A2 = adjacency(drawn(6, rng));
    const MatrixXd U1 = MatrixXd::NullaryExpr(4, 5, [&] { return rng.normal(); });
    const MatrixXd U2 = MatrixXd::NullaryExpr(6, 5, [&] { return rng.normal(); });
    const double value =
        laplacian_kernel(laplacian_summary(U1, A1, kOptions), laplacian_summary(U2, A2, kOptions));
    EXPECT_NEAR(value, as_printed(U1, A1, U2, A2, kOptions), 1e-9);
    EXPECT_LT(value, 1);
  }
}

// The recursion as it is defined, without low rank: features are a root of the Gram matrix of all nodes.
TEST(MultiscaleLaplacian, IsTheRecursionOverNeighbourhoods) {
  const auto graphs = several(2, 3);
  const int n1 = graphs[0].nodes(), n = n1 + graphs[1].nodes();
  MatrixXd A = MatrixXd::Zero(n, n), K = MatrixXd::Zero(n, n);
  A.topLeftCorner(n1, n1) = adjacency(graphs[0]);
  A.bottomRightCorner(n - n1, n - n1) = adjacency(graphs[1]);
  std::vector<int> labels = graphs[0].labels;
  labels.insert(labels.end(), graphs[1].labels.begin(), graphs[1].labels.end());
  for (int u = 0; u < n; ++u)
    for (int v = 0; v < n; ++v)
      K(u, v) = labels[static_cast<std::size_t>(u)] == labels[static_cast<std::size_t>(v)] ? 1 : 0;
  MatrixXd near = MatrixXd::Identity(n, n);
  for (int levels = 0; levels <= 2; ++levels) {
    if (levels > 0) {
      near = near + near * A;
      const MatrixXd U = testing::root_of(K);
      for (int u = 0; u < n; ++u)
        for (int v = 0; v < n; ++v) {
          std::vector<int> of_u, of_v;
          for (int w = 0; w < n; ++w) {
            if (near(u, w) > 0) of_u.push_back(w);
            if (near(v, w) > 0) of_v.push_back(w);
          }
          K(u, v) =
              as_printed(U(of_u, Eigen::all), A(of_u, of_u), U(of_v, Eigen::all), A(of_v, of_v), kOptions);
        }
    }
    const MatrixXd U = testing::root_of(K);
    const double wanted = as_printed(U.topRows(n1), A.topLeftCorner(n1, n1), U.bottomRows(n - n1),
                                     A.bottomRightCorner(n - n1, n - n1), kOptions);
    const MultiscaleLaplacian kernel(graphs, kLabels, {levels, kOptions, n});
    EXPECT_NEAR(kernel(graphs[0], graphs[1]), wanted, 1e-4) << levels;
    EXPECT_LT(wanted, 0.99);
  }
}

TEST(MultiscaleLaplacian, IsPositiveSemidefinite) {
  const MultiscaleLaplacian kernel(several(10, 1), kLabels, {2, kOptions, 8});
  const auto graphs = several(30, 2);
  MatrixXd K(30, 30);
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 30; ++j)
      K(i, j) = kernel(graphs[static_cast<std::size_t>(i)], graphs[static_cast<std::size_t>(j)]);
  EXPECT_LT((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((K.diagonal().array() - 1).abs().maxCoeff(), 1e-9);
  EXPECT_GT(testing::eigenvalues_of(K).minCoeff(), -1e-9);
}

TEST(MultiscaleLaplacian, DoesNotSeeHowNodesAreNumbered) {
  Rng rng(5);
  const MultiscaleLaplacian kernel(several(10, 1), kLabels, {3, kOptions, 10});
  const auto graphs = several(8, 6);
  for (const LabelledDag& graph : graphs) {
    const LabelledDag other = renumbered(graph, rng.permutation(graph.nodes()));
    EXPECT_NEAR(kernel(graph, other), 1, 1e-9);
    EXPECT_NEAR(kernel(graphs[0], other), kernel(graphs[0], graph), 1e-9);
  }
}

// A ring of six and two of three, all nodes alike: every node has two neighbours, but only in the large ring
// two more are two edges away.
TEST(MultiscaleLaplacian, SeesAsFarAsItHasLevels) {
  const LabelledDag six{{0, 0, 0, 0, 0, 0}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}}};
  const LabelledDag threes{{0, 0, 0, 0, 0, 0}, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}};
  const auto value = [&](int levels) {
    return MultiscaleLaplacian({six, threes}, 1, {levels, kOptions, 12})(six, threes);
  };
  EXPECT_NEAR(value(1), 1, 1e-9);
  EXPECT_LT(value(2), 0.99);
}

TEST(MultiscaleLaplacian, RefusesWhatItCannotUse) {
  const auto graphs = several(2, 1);
  expect_input_error([&] { MultiscaleLaplacian({}, kLabels, {}); }, "reference");
  expect_input_error([&] { MultiscaleLaplacian(graphs, kLabels, {-1, {}}); }, "levels");
  expect_input_error([&] { MultiscaleLaplacian(graphs, kLabels, {1, {0, 1}}); }, "eta");
  expect_input_error([&] { MultiscaleLaplacian(graphs, kLabels, {1, {1, 0}}); }, "gamma");
  expect_input_error([&] { MultiscaleLaplacian(graphs, kLabels, {1, {}, 0}); }, "rank");
  expect_input_error(
      [&] {
        MultiscaleLaplacian(graphs, kLabels, {}).summary({{0, kLabels}, {{0, 1}}});
      },
      "labels: 3 is not within");
}

}  // namespace
}  // namespace bora::surrogates
