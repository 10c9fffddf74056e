// Monomials of first and second order over categories.
#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Monomials of binary coordinates: each coordinate, and the products of two that belong to different
/// variables. A variable of two categories is one coordinate, which is 1 in its second category. A variable
/// of C > 2 categories is C coordinates, of which that of its category is 1 (one-hot).
class PairMonomials {
 public:
  /// levels: number of categories of each variable, >= 2.
  explicit PairMonomials(const std::vector<int>& levels) {
    for (const int count : levels) {
      widths_.push_back(count == 2 ? 1 : count);
      firsts_.push_back(count_);
      count_ += widths_.back();
    }
    for (std::size_t i = 0; i < widths_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        pairs_.push_back(count_);
        count_ += widths_[i] * widths_[j];
      }
  }

  int count() const { return count_; }

  /// Calls `use` with the index of each monomial that is 1 at a point. point: first the category of each
  /// variable.
  template <typename Use>
  void for_each(const Eigen::VectorXd& point, Use use) const {
    std::vector<std::pair<std::size_t, int>> ones;  // variables with a coordinate that is 1, and which it is
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      const int category = static_cast<int>(point[static_cast<Eigen::Index>(i)]);
      const int coordinate = widths_[i] == 1 ? category - 1 : category;
      if (coordinate < 0) continue;
      use(firsts_[i] + coordinate);
      for (const auto& [j, other] : ones) use(pairs_[i * (i - 1) / 2 + j] + coordinate * widths_[j] + other);
      ones.emplace_back(i, coordinate);
    }
  }

 private:
  std::vector<int> widths_, firsts_;  // number and first index of each variable's coordinates
  std::vector<int> pairs_;            // index of the first product of variables (1, 0), (2, 0), (2, 1), ...
  int count_ = 0;
};

}  // namespace bora::surrogates
