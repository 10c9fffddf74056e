#include "surrogates/kernels/categorical/diffusion.h"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "common/error.h"

namespace bora::surrogates {
namespace {

int vertex_of(double coordinate) {
  return static_cast<int>(std::lround(coordinate));
}

}  // namespace

Eigen::ArrayXd laplacian_eigenvalues(const ValueGraph& graph) {
  const int n = graph.vertices;
  Eigen::ArrayXd values = Eigen::ArrayXd::Constant(n, n);
  if (graph.path) values = 2 - 2 * (Eigen::ArrayXd::LinSpaced(n, 0, n - 1) * (std::numbers::pi / n)).cos();
  values[0] = 0;
  return values;
}

VertexKernel::VertexKernel(const ValueGraph& graph, double log_beta, bool derivative) : graph_(graph) {
  const int n = graph.vertices;
  const double beta = std::exp(log_beta);
  const Eigen::ArrayXd eigenvalues = laplacian_eigenvalues(graph);
  const Eigen::ArrayXd spectrum = (-beta * eigenvalues).exp();
  const double mean = spectrum.mean();
  Eigen::ArrayXd weights = spectrum / mean;
  if (derivative) {
    const Eigen::ArrayXd slopes = -beta * eigenvalues * spectrum;
    weights = (slopes - weights * slopes.mean()) / mean;
  }
  if (!graph.path) {
    table_ = Eigen::Vector2d(weights.mean(), (weights[0] - weights[1]) / n);
    return;
  }
  const Eigen::ArrayXd cosines =
      (Eigen::ArrayXd::LinSpaced(2 * n, 0, 2 * n - 1) * (std::numbers::pi / n)).cos();
  table_ = Eigen::VectorXd::Constant(2 * n, weights[0] / (2 * n));
  for (int m = 0; m < 2 * n; ++m)
    for (int k = 1; k < n; ++k) table_[m] += weights[k] * cosines[k * m % (2 * n)] / n;
}

Eigen::VectorXd VertexKernel::column(const Eigen::Ref<const Eigen::VectorXd>& x, double v) const {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(x.size(), table_[1]);
  if (!graph_.path) return (x.array() == v).select(table_[0], values);
  const int at = vertex_of(v);
  for (Eigen::Index a = 0; a < x.size(); ++a) {
    const int u = vertex_of(x[a]);
    values[a] = table_[std::abs(u - at)] + table_[u + at + 1];
  }
  return values;
}

Eigen::MatrixXd VertexKernel::cross(const Eigen::Ref<const Eigen::VectorXd>& x,
                                    const Eigen::Ref<const Eigen::VectorXd>& z) const {
  // A column is computed once for each vertex, since many points have the same values.
  Eigen::MatrixXd of_vertex(x.size(), graph_.vertices), values(x.size(), z.size());
  std::vector<bool> computed(static_cast<std::size_t>(graph_.vertices));
  for (Eigen::Index b = 0; b < z.size(); ++b) {
    const int v = vertex_of(z[b]);
    if (!computed[static_cast<std::size_t>(v)]) of_vertex.col(v) = column(x, v);
    computed[static_cast<std::size_t>(v)] = true;
    values.col(b) = of_vertex.col(v);
  }
  return values;
}

DiffusionKernel::DiffusionKernel(std::vector<ValueGraph> graphs) : graphs_(std::move(graphs)) {
  check_dimension(static_cast<int>(graphs_.size()));
  for (std::size_t i = 0; i < graphs_.size(); ++i)
    if (graphs_[i].vertices < 2)
      throw InputError("kernel: variable {} has a graph of {} vertices, expected at least 2", i,
                       graphs_[i].vertices);
  initialise(static_cast<int>(graphs_.size()), 0, -12, std::log(100.0));
  DiffusionKernel::changed();
}

void DiffusionKernel::changed() {
  parts_.clear();
  for (std::size_t i = 0; i < graphs_.size(); ++i)
    parts_.emplace_back(graphs_[i], log_values_[static_cast<Eigen::Index>(i)]);
}

Eigen::MatrixXd DiffusionKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  check_columns(X, hyperparameter_count());
  check_columns(Z, hyperparameter_count());
  Eigen::MatrixXd K = Eigen::MatrixXd::Ones(X.rows(), Z.rows());
  for (Eigen::Index i = 0; i < X.cols(); ++i)
    K.array() *= parts_[static_cast<std::size_t>(i)].cross(X.col(i), Z.col(i)).array();
  return K;
}

Eigen::VectorXd DiffusionKernel::diag(const Eigen::MatrixXd& X) const {
  check_columns(X, hyperparameter_count());
  Eigen::VectorXd values = Eigen::VectorXd::Ones(X.rows());
  for (Eigen::Index i = 0; i < X.cols(); ++i)
    for (Eigen::Index a = 0; a < X.rows(); ++a)
      values[a] *= parts_[static_cast<std::size_t>(i)].column(X.col(i).segment(a, 1), X(a, i))[0];
  return values;
}

std::vector<std::string> DiffusionKernel::hyperparameter_names() const {
  std::vector<std::string> names;
  for (int i = 0; i < hyperparameter_count(); ++i) names.push_back("beta " + std::to_string(i));
  return names;
}

Eigen::VectorXd DiffusionKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  const Eigen::Index d = hyperparameter_count();
  Eigen::VectorXd gradient(d);
  for (Eigen::Index i = 0; i < d; ++i) {
    Eigen::MatrixXd product = W;
    for (Eigen::Index j = 0; j < d; ++j) {
      const auto at = static_cast<std::size_t>(j);
      const VertexKernel part = j == i ? VertexKernel(graphs_[at], log_values_[j], true) : parts_[at];
      product.array() *= part.cross(X.col(j), X.col(j)).array();
    }
    gradient[i] = product.sum();
  }
  return gradient;
}

}  // namespace bora::surrogates
