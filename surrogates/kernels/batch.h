// Operations on batches of inputs of any type (BatchOf).
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Returns the number of inputs of a batch.
inline Eigen::Index batch_size(const Eigen::MatrixXd& X) {
  return X.rows();
}
template <typename Input>
Eigen::Index batch_size(const std::vector<Input>& X) {
  return static_cast<Eigen::Index>(X.size());
}

/// Returns the batch that has one input.
inline Eigen::MatrixXd batch_of(const Eigen::VectorXd& z) {
  return z.transpose();
}
template <typename Input>
std::vector<Input> batch_of(const Input& z) {
  return {z};
}

/// Returns the inputs at the indices `places`, in that order.
inline Eigen::MatrixXd picked(const Eigen::MatrixXd& X, const std::vector<int>& places) {
  return X(places, Eigen::all);
}
template <typename Input>
std::vector<Input> picked(const std::vector<Input>& X, const std::vector<int>& places) {
  std::vector<Input> out;
  for (const int at : places) out.push_back(X[static_cast<std::size_t>(at)]);
  return out;
}

/// Returns the inputs of X, followed by those of `more`. Throws InputError for vectors of different lengths.
inline Eigen::MatrixXd joined_batches(const Eigen::MatrixXd& X, const Eigen::MatrixXd& more) {
  if (X.cols() != more.cols())
    throw InputError("inputs: {} columns joined to {}, expected as many", more.cols(), X.cols());
  Eigen::MatrixXd all(X.rows() + more.rows(), X.cols());
  all << X, more;
  return all;
}
template <typename Input>
std::vector<Input> joined_batches(std::vector<Input> X, const std::vector<Input>& more) {
  X.insert(X.end(), more.begin(), more.end());
  return X;
}

}  // namespace bora::surrogates
