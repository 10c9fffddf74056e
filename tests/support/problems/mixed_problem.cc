#include "support/problems/mixed_problem.h"

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "support/problems/control_problem.h"
#include "support/problems/problem.h"
#include "support/problems/satisfiability_problem.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Func2C and Func3C (Ru 2021, section 5.5): the categories choose which functions are added, the two numbers
/// in [-1, 1], doubled, are where.
class SumOfChosen final : public MixedProblem {
 public:
  explicit SumOfChosen(bool third)
      : third_(third),
        space_(third ? std::vector<int>{3, 5, 4} : std::vector<int>{3, 5}, VectorXd::Constant(2, -1),
               VectorXd::Ones(2)) {}
  std::string name() const override { return third_ ? "func3c" : "func2c"; }
  const MixedSpace& space() const override { return space_; }
  MatrixXd minimisers() const override {
    // Those of the six-hump camel, halved, with the categories that choose it most often.
    const MatrixXd camel = 0.5 * camel_->minimisers();
    MatrixXd points = MatrixXd::Zero(camel.rows(), space_.dimension());
    points.leftCols(2).setOnes();
    points.rightCols(2) = camel;
    return points;
  }
  double minimum() const override { return (third_ ? 7 : 2) * camel_->minimum() / 10; }

 private:
  double rosenbrock(const VectorXd& x) const { return rosenbrock_->value(x) / 300; }
  double camel(const VectorXd& x) const { return camel_->value(x) / 10; }
  double beale(const VectorXd& x) const { return beale_->value(x) / 50; }
  double chosen(double category, const VectorXd& x) const {
    if (category == 0) return rosenbrock(x);
    return category == 1 ? camel(x) : beale(x);
  }
  double at(const VectorXd& point) const override {
    const VectorXd x = 2 * point.tail(2);
    double value = chosen(point[0], x) + chosen(point[1], x);
    if (!third_) return value;
    if (point[2] == 0) return value + 5 * camel(x);
    return value + (point[2] == 1 ? 2 * rosenbrock(x) : point[2] * beale(x));
  }

  bool third_;
  MixedSpace space_;
  std::unique_ptr<Problem> rosenbrock_ = make_problem("rosenbrock"), camel_ = make_problem("six_hump_camel"),
                           beale_ = make_problem("beale");
};

/// Ackley's function (20, 0.2, 2 pi) of which some coordinates take few values. Ackley-cC: c of 17 values
/// each, -1 + k / 8, and one number in [-1, 1]. Ackley-53C: fifty of 0 or 1, and three numbers.
class CategoricalAckley final : public MixedProblem {
 public:
  CategoricalAckley(int categories, int levels, int numbers)
      : levels_(levels),
        space_(std::vector<int>(static_cast<std::size_t>(categories), levels),
               VectorXd::Constant(numbers, -1), VectorXd::Ones(numbers)),
        ackley_(make_problem("ackley", categories + numbers)) {}
  std::string name() const override {
    return fmt::format("ackley{}c", levels_ == 2 ? space_.dimension() : space_.categories());
  }
  const MixedSpace& space() const override { return space_; }
  MatrixXd minimisers() const override {
    MatrixXd point = MatrixXd::Zero(1, space_.dimension());
    if (levels_ > 2) point.leftCols(space_.categories()).setConstant((levels_ - 1) / 2);
    return point;
  }
  double minimum() const override { return 0; }

 private:
  double at(const VectorXd& point) const override {
    VectorXd x = point;
    if (levels_ > 2)
      x.head(space_.categories()) = 2 * x.head(space_.categories()).array() / (levels_ - 1) - 1;
    return ackley_->value(x);
  }

  int levels_;
  MixedSpace space_;
  std::unique_ptr<Problem> ackley_;
};

}  // namespace

double MixedProblem::value(const VectorXd& point) const {
  space().check(point);
  return at(point);
}

const std::vector<std::string>& mixed_problem_names() {
  static const std::vector<std::string> names = {"func2c",   "func3c",   "ackley2c",  "ackley3c",
                                                 "ackley4c", "ackley5c", "ackley53c", "contamination",
                                                 "pest",     "pest80",   "maxsat60"};
  return names;
}

std::unique_ptr<MixedProblem> make_mixed_problem(const std::string& name) {
  if (name == "func2c") return std::make_unique<SumOfChosen>(false);
  if (name == "func3c") return std::make_unique<SumOfChosen>(true);
  for (int c = 2; c <= 5; ++c)
    if (name == fmt::format("ackley{}c", c)) return std::make_unique<CategoricalAckley>(c, 17, 1);
  if (name == "ackley53c") return std::make_unique<CategoricalAckley>(50, 2, 3);
  if (name == "contamination") return make_contamination();
  if (name == "pest") return make_pest();
  if (name == "pest80") return make_pest(0, 80);
  if (name == "maxsat60") return make_satisfiability();
  const std::string nearest = nearest_name(name, mixed_problem_names());
  throw InputError("problem: \"{}\" is not one of {}{}", name, join(mixed_problem_names()),
                   nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?");
}

}  // namespace bora::surrogates
