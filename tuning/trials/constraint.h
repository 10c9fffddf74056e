// Constraints over parameters, parsed into comparisons so that points that meet them can be searched for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/space/expression.h"

namespace bora::tuning {

/// Expression that is true or false, as a tree of comparisons. `a <= b <= c` means a <= b && b <= c. Numbers
/// a and b count as equal if |a - b| <= 1e-9 max(1, |a|, |b|).
class Constraint {
 public:
  /// Comparison of numbers: left - right <= 0, or == 0.
  struct Comparison {
    std::shared_ptr<const Expression> left, right;
    bool equality = false;
    std::vector<std::size_t> mentioned;  ///< indices of the parameters that it uses
    /// Returns left - right; nullopt if a side is not a number.
    std::optional<double> difference(const Assignment& values) const;
  };

  /// Parses `text` with the arguments and errors of Expression's constructor.
  Constraint(const std::string& text, const std::vector<std::string>& names, const std::string& place);

  const std::string& text() const { return text_; }
  const std::vector<std::size_t>& mentioned() const { return whole_->mentioned(); }
  /// Returns whether it holds; true if a parameter that it uses is inactive.
  bool holds(const Assignment& values) const;
  /// Returns 0 if it holds. Otherwise the violation of a comparison is the distance of its sides, that of
  /// any other term 1, of terms joined by && their largest, and of terms joined by || their smallest.
  double violation(const Assignment& values) const;
  /// Returns comparisons that are necessary for it: all of them hold wherever it holds.
  std::vector<Comparison> comparisons() const;
  /// Returns whether comparisons() are also sufficient.
  bool comparisons_suffice() const;
  const Expression& expression() const { return *whole_; }

 private:
  struct Node {
    enum class Kind { all, any, comparison, truth } kind = Kind::truth;
    std::vector<Node> parts;
    Comparison comparison;
    bool strict = false;
    std::shared_ptr<const Expression> truth;
    double violation(const Assignment& values) const;
    bool has_equality() const;
    void collect(std::vector<Comparison>& out, bool& all) const;
  };
  Node parsed(const std::string& text, const std::vector<std::string>& names, const std::string& place) const;

  std::string text_;
  std::shared_ptr<const Expression> whole_;
  Node root_;
};

}  // namespace bora::tuning
