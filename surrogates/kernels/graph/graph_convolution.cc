#include "surrogates/kernels/graph/graph_convolution.h"

#include "common/error.h"

namespace bora::surrogates {

Eigen::VectorXd gcn_embedding(const LabelledDag& graph, const std::vector<Eigen::MatrixXd>& weights) {
  if (weights.empty()) throw InputError("weights: no layers, expected at least 1");
  const int n = graph.nodes();
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n);
  for (const auto& [from, to] : graph.edges) A(from, to) = A(to, from) = 1;
  const Eigen::VectorXd scale = A.rowwise().sum().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd S = scale.asDiagonal() * A * scale.asDiagonal();
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(n, weights.front().rows());
  for (int v = 0; v < n; ++v) {
    const int label = graph.labels[static_cast<std::size_t>(v)];
    if (label < 0 || label >= H.cols())
      throw InputError("label: {} is not within 0 to {}, the rows of the first layer's weights", label,
                       H.cols() - 1);
    H(v, label) = 1;
  }
  for (const Eigen::MatrixXd& W : weights) {
    if (W.rows() != H.cols())
      throw InputError("weights: a layer has {} rows, expected {}", W.rows(), H.cols());
    H = (S * H * W).cwiseMax(0).eval();
  }
  return H.colwise().mean().transpose();
}

}  // namespace bora::surrogates
