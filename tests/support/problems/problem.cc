#include "support/problems/problem.h"

#include <limits>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "support/problems/test_functions.h"

namespace bora::surrogates {
namespace {

class FunctionProblem final : public Problem {
 public:
  FunctionProblem(const TestFunction& function, int d) : function_(function), d_(d) {}
  std::string name() const override { return function_.name; }
  Bounds box() const override { return function_.box(d_); }
  double value(const Eigen::VectorXd& x) const override { return function_.value(x); }
  Eigen::VectorXd constraints(const Eigen::VectorXd& x) const override {
    return function_.constraints == nullptr ? Eigen::VectorXd() : function_.constraints(x);
  }
  Eigen::MatrixXd minimisers() const override { return function_.minimisers(d_); }
  double minimum() const override { return function_.minimum(d_); }

 private:
  const TestFunction& function_;
  int d_;
};

std::string text_of(const Dimensions& valid) {
  if (valid.step > 1) return fmt::format("a multiple of {}", valid.step);
  if (valid.least == valid.most) return fmt::to_string(valid.least);
  if (valid.most == std::numeric_limits<int>::max()) return fmt::format("at least {}", valid.least);
  return fmt::format("{} to {}", valid.least, valid.most);
}

}  // namespace

const std::vector<std::string>& problem_names() {
  static const std::vector<std::string> names = names_of(test_functions());
  return names;
}

std::unique_ptr<Problem> make_problem(const std::string& name, int dimension) {
  const TestFunction& function = entry_of(test_functions(), name, "problem");
  const Dimensions& valid = function.dimensions;
  const int d = dimension == 0 ? valid.usual : dimension;
  if (d < valid.least || d > valid.most || d % valid.step != 0)
    throw InputError("dimension: got {} for {}, expected {}", dimension, name, text_of(valid));
  return std::make_unique<FunctionProblem>(function, d);
}

}  // namespace bora::surrogates
