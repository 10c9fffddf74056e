// Kernels of inputs of any type that are described by features.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surrogates/kernels/batch.h"
#include "surrogates/kernels/composite.h"
#include "surrogates/kernels/feature/sparse_products.h"
#include "surrogates/kernels/flat_kernel.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Map from inputs to rows of features, sparse or dense, of which kernels need only inner products.
template <typename Input>
class FeatureSet {
 public:
  using Batch = typename BatchOf<Input>::type;
  virtual ~FeatureSet() = default;
  /// Returns the inner products of the rows of X and of Z, n x m.
  virtual Eigen::MatrixXd products(const Batch& X, const Batch& Z) const = 0;
  /// Returns the squared norms of the n rows.
  virtual Eigen::VectorXd squared_norms(const Batch& X) const = 0;
};

/// Features that are sparse rows.
template <typename Input>
class SparseFeatures final : public FeatureSet<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  /// Function that returns pointers to the rows of a batch. They must stay valid until the
  /// calling member function returns.
  using Read = std::function<SparseRows(const Batch&)>;
  explicit SparseFeatures(Read read) : read_(std::move(read)) {}
  Eigen::MatrixXd products(const Batch& X, const Batch& Z) const override {
    return inner_products(read_(X), read_(Z));
  }
  Eigen::VectorXd squared_norms(const Batch& X) const override {
    return bora::surrogates::squared_norms(read_(X));
  }

 private:
  Read read_;
};

/// Features that are dense rows.
template <typename Input>
class DenseFeatures final : public FeatureSet<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  using Read = std::function<Eigen::MatrixXd(const Batch&)>;  ///< returns one row for each input, n x d
  /// scale: multiplies all inner products, > 0.
  explicit DenseFeatures(Read read, double scale = 1) : read_(std::move(read)), scale_(scale) {}
  Eigen::MatrixXd products(const Batch& X, const Batch& Z) const override {
    return scale_ * (read_(X) * read_(Z).transpose());
  }
  Eigen::VectorXd squared_norms(const Batch& X) const override {
    return scale_ * read_(X).rowwise().squaredNorm();
  }

 private:
  Read read_;
  double scale_;
};

/// Concatenation of two sets of features; the inner products of each are multiplied by a weight >= 0.
template <typename Input>
class WeightedFeatures final : public FeatureSet<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  using Part = std::pair<double, std::shared_ptr<const FeatureSet<Input>>>;
  WeightedFeatures(Part first, Part second) : first_(std::move(first)), second_(std::move(second)) {}
  Eigen::MatrixXd products(const Batch& X, const Batch& Z) const override {
    return first_.first * first_.second->products(X, Z) + second_.first * second_.second->products(X, Z);
  }
  Eigen::VectorXd squared_norms(const Batch& X) const override {
    return first_.first * first_.second->squared_norms(X) + second_.first * second_.second->squared_norms(X);
  }

 private:
  Part first_, second_;
};

/// Linear kernel k(a, b) = <a, b> of the features of a and b. It has no hyper-parameters.
template <typename Input>
class DotKernel final : public FlatKernel<Kernel<Input>> {
 public:
  using Batch = typename BatchOf<Input>::type;
  explicit DotKernel(std::shared_ptr<const FeatureSet<Input>> features) : features_(std::move(features)) {}

  Eigen::MatrixXd gram(const Batch& X) const override {
    const Eigen::MatrixXd K = features_->products(X, X);
    return 0.5 * (K + K.transpose());
  }
  Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const override { return features_->products(X, Z); }
  Eigen::VectorXd diag(const Batch& X) const override { return features_->squared_norms(X); }
  std::vector<std::string> hyperparameter_names() const override { return {}; }
  Eigen::VectorXd gram_gradient(const Batch& /*X*/, const Eigen::MatrixXd& /*W*/) const override {
    return {};
  }
  std::unique_ptr<Kernel<Input>> clone() const override { return std::make_unique<DotKernel>(*this); }

 private:
  std::shared_ptr<const FeatureSet<Input>> features_;
};

/// Base of kernels that decrease exponentially with p distances D_j, each with its own weight w_j > 0: k(a,
/// b) = exp(-sum_j w_j D_j(a, b)). Hyper-parameters: log w_1, ..., log w_p.
template <typename Input>
class ExponentialKernel : public FlatKernel<Kernel<Input>> {
 public:
  using Batch = typename BatchOf<Input>::type;
  /// count: p >= 1; weight: first value of all weights, > 0, whose bounds are smaller and larger by a factor
  /// of e^5.
  ExponentialKernel(int count, double weight) {
    const double log_weight = std::log(weight);
    this->initialise(count, log_weight, log_weight - 5, log_weight + 5);
  }

  Eigen::MatrixXd gram(const Batch& X) const override {
    const Eigen::MatrixXd K = cross(X, X);
    return 0.5 * (K + K.transpose());
  }
  Eigen::MatrixXd cross(const Batch& X, const Batch& Z) const override {
    return (-exponent(distances(X, Z))).array().exp();
  }
  Eigen::VectorXd diag(const Batch& X) const override { return Eigen::VectorXd::Ones(batch_size(X)); }
  std::vector<std::string> hyperparameter_names() const override {
    std::vector<std::string> names;
    for (int j = 0; j < this->hyperparameter_count(); ++j) names.push_back("weight " + std::to_string(j + 1));
    return names;
  }
  Eigen::VectorXd gram_gradient(const Batch& X, const Eigen::MatrixXd& W) const override {
    const auto D = distances(X, X);
    const Eigen::MatrixXd WK = W.cwiseProduct(Eigen::MatrixXd((-exponent(D)).array().exp()));
    Eigen::VectorXd gradient(this->hyperparameter_count());
    for (int j = 0; j < gradient.size(); ++j)
      gradient[j] = -std::exp(this->log_values_[j]) * WK.cwiseProduct(D[static_cast<std::size_t>(j)]).sum();
    return gradient;
  }

 protected:
  /// Returns the p matrices of distances, n x m each, all >= 0.
  virtual std::vector<Eigen::MatrixXd> distances(const Batch& X, const Batch& Z) const = 0;

 private:
  Eigen::MatrixXd exponent(const std::vector<Eigen::MatrixXd>& D) const {
    Eigen::MatrixXd sum = std::exp(this->log_values_[0]) * D.front();
    for (std::size_t j = 1; j < D.size(); ++j)
      sum += std::exp(this->log_values_[static_cast<Eigen::Index>(j)]) * D[j];
    return sum;
  }
};

/// Kernel k(a, b) = exp(-w |a - b|^2) of the features of a and b.
template <typename Input>
class SquaredDistanceKernel final : public ExponentialKernel<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  SquaredDistanceKernel(std::shared_ptr<const FeatureSet<Input>> features, double weight)
      : ExponentialKernel<Input>(1, weight), features_(std::move(features)) {}
  std::unique_ptr<Kernel<Input>> clone() const override {
    return std::make_unique<SquaredDistanceKernel>(*this);
  }

 private:
  std::vector<Eigen::MatrixXd> distances(const Batch& X, const Batch& Z) const override {
    Eigen::MatrixXd D = -2 * features_->products(X, Z);
    D.colwise() += features_->squared_norms(X);
    D.rowwise() += features_->squared_norms(Z).transpose();
    return {D.cwiseMax(0)};
  }

  std::shared_ptr<const FeatureSet<Input>> features_;
};

/// Kernel k(a, b) = exp(-sum_j w_j |a_j - b_j|) of d dense features. gram_gradient() needs O(n^2 d) memory.
template <typename Input>
class ArdLaplaceKernel final : public ExponentialKernel<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  using Read = typename DenseFeatures<Input>::Read;
  ArdLaplaceKernel(Read read, int dimension, double weight)
      : ExponentialKernel<Input>(dimension, weight), read_(std::move(read)) {}
  std::unique_ptr<Kernel<Input>> clone() const override { return std::make_unique<ArdLaplaceKernel>(*this); }

 private:
  std::vector<Eigen::MatrixXd> distances(const Batch& X, const Batch& Z) const override {
    const Eigen::MatrixXd A = read_(X), B = read_(Z);
    std::vector<Eigen::MatrixXd> D;
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      D.push_back((A.col(j).replicate(1, B.rows()) - B.col(j).transpose().replicate(A.rows(), 1)).cwiseAbs());
    return D;
  }

  Read read_;
};

/// Kernel that is the sum of its children, over any input.
template <typename Input>
class SumOver final : public SumNode<Kernel<Input>> {
 public:
  using SumNode<Kernel<Input>>::SumNode;
  std::unique_ptr<Kernel<Input>> clone() const override {
    return std::make_unique<SumOver>(copy_of(*this->left_), copy_of(*this->right_));
  }
};

/// Kernel that is s^2 times its child, over any input.
template <typename Input>
class ScaledOver final : public ScaledNode<Kernel<Input>> {
 public:
  using ScaledNode<Kernel<Input>>::ScaledNode;
  std::unique_ptr<Kernel<Input>> clone() const override {
    auto copy = std::make_unique<ScaledOver>(copy_of(*this->child_));
    copy->set_bounds(this->bounds());
    copy->set_hyperparameters(this->hyperparameters());
    return copy;
  }
};

}  // namespace bora::surrogates
