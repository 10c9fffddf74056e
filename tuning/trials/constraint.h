// Constraints that a user writes over parameters, parsed so that points that meet them can be found.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/space/expression.h"

namespace bora::tuning {

/// Expression that is true or false, as a tree of comparisons. `a <= b <= c` means a <= b && b <= c. Two
/// numbers are equal if they differ by at most 1e-9 of their size.
class Constraint {
 public:
  /// Comparison of numbers: left - right <= 0, or == 0.
  struct Comparison {
    std::shared_ptr<const Expression> left, right;
    bool equality = false;
    std::vector<std::size_t> mentioned;
    /// Returns left - right; none if that is not a number.
    std::optional<double> difference(const Assignment& values) const;
  };

  /// Parses `text`, as Expression does.
  Constraint(const std::string& text, const std::vector<std::string>& names, const std::string& place);

  const std::string& text() const { return text_; }
  const std::vector<std::size_t>& mentioned() const { return whole_->mentioned(); }
  /// Returns whether it holds; true where a parameter that it mentions is inactive.
  bool holds(const Assignment& values) const;
  /// Returns 0 if it holds; else for a comparison the distance of its sides, for any other term 1, for terms
  /// joined by && the largest of theirs, for terms joined by || the smallest.
  double violation(const Assignment& values) const;
  /// Return comparisons that all must hold for it to hold, and whether they suffice for that.
  std::vector<Comparison> comparisons() const;
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
