// Kernels of graphs without direction (Sreedhar 2021), against a NumPy copy.
#include "surrogates/kernels/graph/graph_convolution.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/kernels/graph/dag_counts.h"
#include "surrogates/support/golden.h"

namespace bora::surrogates {
namespace {

// As in tests/golden/surrogates/graph_kernels.py. The first two differ by direction alone.
std::vector<LabelledDag> graphs() {
  return {{{0, 2, 3, 1}, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}},
          {{0, 3, 2, 1}, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}},
          {{0, 2, 2, 4, 1}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {0, 4}}},
          {{0, 4, 2, 2, 3, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 5}}}};
}

std::vector<Eigen::MatrixXd> layers() {
  std::vector<Eigen::MatrixXd> weights;
  for (const auto& [rows, columns] : {std::pair{5, 4}, std::pair{4, 3}}) {
    Eigen::MatrixXd W(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        W(i, j) = 0.5 + std::sin(1.0 + static_cast<double>(weights.size()) + 2 * i + 7 * j);
    weights.push_back(std::move(W));
  }
  return weights;
}

Eigen::MatrixXd gram(DagCounter& counter) {
  std::vector<SparseRow> rows;
  for (const LabelledDag& graph : graphs()) rows.push_back(normalised(counter.counts(graph)));
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(std::ssize(rows), std::ssize(rows));
  for (Eigen::Index i = 0; i < K.rows(); ++i)
    for (Eigen::Index j = 0; j < K.cols(); ++j)
      for (const SparseEntry& a : rows[static_cast<std::size_t>(i)])
        for (const SparseEntry& b : rows[static_cast<std::size_t>(j)])
          if (a.column == b.column) K(i, j) += a.value * b.value;
  return K;
}

Eigen::MatrixXd golden(const std::string& what) {
  std::vector<Eigen::VectorXd> rows;
  for (const auto& cells : testing::golden_rows("graph_kernels.csv")) {
    if (cells[0] != what) continue;
    Eigen::VectorXd row(std::ssize(cells) - 2);
    for (Eigen::Index j = 0; j < row.size(); ++j) row[j] = std::stod(cells[static_cast<std::size_t>(j) + 2]);
    rows.push_back(std::move(row));
  }
  Eigen::MatrixXd all(std::ssize(rows), rows.front().size());
  for (Eigen::Index i = 0; i < all.rows(); ++i) all.row(i) = rows[static_cast<std::size_t>(i)].transpose();
  return all;
}

TEST(GraphKernels, AgreeWithNumPy) {
  constexpr double kTolerance = 1e-12;
  WlCounter labels(2, WlDirection::undirected);
  EXPECT_LT((gram(labels) - golden("wl")).cwiseAbs().maxCoeff(), kTolerance);
  EdgeCounter edges;
  EXPECT_LT((gram(edges) - golden("edge")).cwiseAbs().maxCoeff(), kTolerance);
  const Eigen::MatrixXd embeddings = golden("gcn");
  for (Eigen::Index i = 0; i < embeddings.rows(); ++i) {
    const auto embedding = gcn_embedding(graphs()[static_cast<std::size_t>(i)], layers());
    EXPECT_LT((embedding - embeddings.row(i).transpose()).cwiseAbs().maxCoeff(), kTolerance);
  }
}

TEST(GraphKernels, SeeDirectionWhereTheyAreAskedTo) {
  EdgeCounter edges(EdgeDirection::directed);
  EXPECT_LT(gram(edges)(0, 1), 0.9);
  WlCounter labels(2, WlDirection::in);
  EXPECT_LT(gram(labels)(0, 1), 0.9);
}

TEST(GraphConvolution, RefusesWeightsThatDoNotFit) {
  const LabelledDag graph = graphs().front();
  testing::expect_input_error([&] { gcn_embedding(graph, {}); }, "no layers");
  testing::expect_input_error([&] { gcn_embedding(graph, {Eigen::MatrixXd::Ones(3, 2)}); },
                              "label: 3 is not within 0 to 2");
  testing::expect_input_error(
      [&] {
        gcn_embedding(graph, {Eigen::MatrixXd::Ones(4, 2), Eigen::MatrixXd::Ones(3, 2)});
      },
      "3 rows", "expected 2");
}

}  // namespace
}  // namespace bora::surrogates
