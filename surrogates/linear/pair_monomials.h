// Monomials of first and second order of categorical variables.
#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Monomials of binary coordinates: each coordinate, and the products of any two coordinates of different
/// variables. A variable with two categories has one coordinate, which is 1 for the second category. A
/// variable with C > 2 categories has C coordinates, a one-hot code.
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

  /// Calls use(index) for each monomial that is 1 at a point. point: begins with the category of each
  /// variable.
  template <typename Use>
  void for_each(const Eigen::VectorXd& point, Use use) const {
    std::vector<std::pair<std::size_t, int>> ones;  // earlier variables, and their coordinate that is 1
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
  std::vector<int> widths_, firsts_;  // number of coordinates of each variable, and index of the first
  std::vector<int> pairs_;            // index of the first product of variables (1, 0), (2, 0), (2, 1), ...
  int count_ = 0;
};

}  // namespace bora::surrogates
