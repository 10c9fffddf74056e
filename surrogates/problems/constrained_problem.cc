#include "surrogates/problems/constrained_problem.h"

#include <cmath>
#include <numbers>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Problem described in Gramacy et al. 2016, "Modeling an augmented Lagrangian for blackbox constrained
/// optimization", section 2.1: a plane whose minimum lies on the first constraint, a wave. Two other local
/// minima are at 0.75 and 0.8609; the second constraint is active at none of the three.
class Gramacy final : public Problem {
 public:
  std::string name() const override { return "gramacy"; }
  Bounds box() const override { return cube(2, 0, 1); }
  double value(const VectorXd& x) const override { return x[0] + x[1]; }
  VectorXd constraints(const VectorXd& x) const override {
    const double wave = std::sin(2 * std::numbers::pi * (x[0] * x[0] - 2 * x[1]));
    return Eigen::Vector2d(1.5 - x[0] - 2 * x[1] - 0.5 * wave, x[0] * x[0] + x[1] * x[1] - 1.5);
  }
  MatrixXd minimisers() const override {
    return Eigen::RowVector2d(0.19512268347207176, 0.40466536853799580);
  }
  double minimum() const override { return 0.59978805201006756; }
};

}  // namespace

const std::vector<std::string>& constrained_problem_names() {
  static const std::vector<std::string> names{"gramacy"};
  return names;
}

std::unique_ptr<Problem> make_constrained_problem(const std::string& name, int dimension) {
  if (name != "gramacy") return nullptr;
  if (dimension != 0 && dimension != 2)
    throw InputError("dimension: got {} for {}, expected 2", dimension, name);
  return std::make_unique<Gramacy>();
}

}  // namespace bora::surrogates
