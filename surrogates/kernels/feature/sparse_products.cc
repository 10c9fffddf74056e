#include "surrogates/kernels/feature/sparse_products.h"

#include <unordered_map>

namespace bora::surrogates {

Eigen::MatrixXd inner_products(const SparseRows& A, const SparseRows& B) {
  // Index of the entries of A by column, so that each row of B visits only the rows of A with entries in its
  // columns.
  std::unordered_map<int, int> place;
  std::vector<std::vector<SparseEntry>> holders;  // entries of each column; their `column` is the row of A
  for (std::size_t i = 0; i < A.size(); ++i)
    for (const SparseEntry& entry : *A[i]) {
      const auto [found, added] = place.emplace(entry.column, static_cast<int>(holders.size()));
      if (added) holders.emplace_back();
      holders[static_cast<std::size_t>(found->second)].push_back({static_cast<int>(i), entry.value});
    }
  Eigen::MatrixXd products =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(A.size()), static_cast<Eigen::Index>(B.size()));
  for (std::size_t j = 0; j < B.size(); ++j) {
    double* const column = products.col(static_cast<Eigen::Index>(j)).data();
    for (const SparseEntry& entry : *B[j])
      if (const auto found = place.find(entry.column); found != place.end())
        for (const SparseEntry& held : holders[static_cast<std::size_t>(found->second)])
          column[held.column] += held.value * entry.value;
  }
  return products;
}

Eigen::VectorXd squared_norms(const SparseRows& A) {
  Eigen::VectorXd norms = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(A.size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (const SparseEntry& entry : *A[i]) norms[static_cast<Eigen::Index>(i)] += entry.value * entry.value;
  return norms;
}

}  // namespace bora::surrogates
