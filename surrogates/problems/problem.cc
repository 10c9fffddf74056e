#include <cmath>
#include <numbers>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "surrogates/problems/constrained_problem.h"
#include "surrogates/problems/multimodal_problem.h"
#include "surrogates/problems/problem.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using std::numbers::pi;

MatrixXd one_row(std::initializer_list<double> values) {
  MatrixXd row(1, static_cast<Eigen::Index>(values.size()));
  Eigen::Index j = 0;
  for (const double value : values) row(0, j++) = value;
  return row;
}

/// Dixon and Szego 1978.
class Branin final : public Problem {
 public:
  std::string name() const override { return "branin"; }
  Bounds box() const override { return {Eigen::Vector2d(-5, 0), Eigen::Vector2d(10, 15)}; }
  double value(const VectorXd& x) const override {
    const double a = x[1] - 5.1 / (4 * pi * pi) * x[0] * x[0] + 5 / pi * x[0] - 6;
    return a * a + 10 * (1 - 1 / (8 * pi)) * std::cos(x[0]) + 10;
  }
  MatrixXd minimisers() const override {
    MatrixXd x(3, 2);
    x << -pi, 12.275, pi, 2.275, 3 * pi, 2.475;
    return x;
  }
  double minimum() const override { return 0.39788735772973816; }
};

/// Dixon and Szego 1978.
class Hartmann6 final : public Problem {
 public:
  std::string name() const override { return "hartmann6"; }
  Bounds box() const override { return cube(6, 0, 1); }
  double value(const VectorXd& x) const override {
    static const double A[4][6] = {{10, 3, 17, 3.5, 1.7, 8},
                                   {0.05, 10, 17, 0.1, 8, 14},
                                   {3, 3.5, 1.7, 10, 17, 8},
                                   {17, 8, 0.05, 10, 0.1, 14}};
    static const double P[4][6] = {{0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
                                   {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
                                   {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
                                   {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}};
    static const double weight[4] = {1.0, 1.2, 3.0, 3.2};
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
      double exponent = 0;
      for (int j = 0; j < 6; ++j) exponent += A[i][j] * (x[j] - P[i][j]) * (x[j] - P[i][j]);
      sum += weight[i] * std::exp(-exponent);
    }
    return -sum;
  }
  MatrixXd minimisers() const override {
    return one_row({0.20168951, 0.15001069, 0.47687398, 0.27533243, 0.31165162, 0.65730053});
  }
  double minimum() const override { return -3.322368011415511; }
};

/// Ackley function, published in Ackley 1987, with a = 20, b = 0.2, c = 2 pi.
class Ackley final : public Problem {
 public:
  explicit Ackley(int d) : d_(d) {}
  std::string name() const override { return "ackley"; }
  Bounds box() const override { return cube(d_, -32.768, 32.768); }
  double value(const VectorXd& x) const override {
    const double mean_square = x.squaredNorm() / d_;
    const double mean_cosine = (2 * pi * x.array()).cos().mean();
    return -20 * std::exp(-0.2 * std::sqrt(mean_square)) - std::exp(mean_cosine) + 20 + std::numbers::e;
  }
  MatrixXd minimisers() const override { return MatrixXd::Zero(1, d_); }
  double minimum() const override { return 0; }

 private:
  int d_;
};

/// Whitley et al. 1996.
class Eggholder final : public Problem {
 public:
  std::string name() const override { return "eggholder"; }
  Bounds box() const override { return cube(2, -512, 512); }
  double value(const VectorXd& x) const override {
    return -(x[1] + 47) * std::sin(std::sqrt(std::abs(x[1] + x[0] / 2 + 47))) -
           x[0] * std::sin(std::sqrt(std::abs(x[0] - (x[1] + 47))));
  }
  MatrixXd minimisers() const override { return one_row({512, 404.2318058}); }
  double minimum() const override { return -959.6406627208506; }
};

/// Michalewicz function, published in Michalewicz 1992, with m = 10.
class Michalewicz final : public Problem {
 public:
  explicit Michalewicz(int d) : d_(d) {}
  std::string name() const override { return "michalewicz"; }
  Bounds box() const override { return cube(d_, 0, pi); }
  double value(const VectorXd& x) const override {
    double sum = 0;
    for (int j = 0; j < d_; ++j) sum += std::sin(x[j]) * std::pow(std::sin((j + 1) * x[j] * x[j] / pi), 20);
    return -sum;
  }
  /// The function is a sum over coordinates, so this is the concatenation of ten one-dimensional minimisers.
  MatrixXd minimisers() const override;
  double minimum() const override { return value(minimisers().row(0).transpose()); }

 private:
  int d_;
};

MatrixXd Michalewicz::minimisers() const {
  MatrixXd x = one_row({2.202905519, 1.570796332, 1.284991569, 1.923058470, 1.720469772, 1.570796329,
                        1.454413972, 1.756086521, 1.655717417, 1.570796328});
  return x.leftCols(d_);
}

/// Rosenbrock 1960, in d >= 2 dimensions.
class Rosenbrock final : public Problem {
 public:
  explicit Rosenbrock(int d) : d_(d) {}
  std::string name() const override { return "rosenbrock"; }
  Bounds box() const override { return cube(d_, -5, 10); }
  double value(const VectorXd& x) const override {
    double sum = 0;
    for (int j = 0; j + 1 < d_; ++j) {
      const double valley = x[j + 1] - x[j] * x[j];
      sum += 100 * valley * valley + (x[j] - 1) * (x[j] - 1);
    }
    return sum;
  }
  MatrixXd minimisers() const override { return MatrixXd::Ones(1, d_); }
  double minimum() const override { return 0; }

 private:
  int d_;
};

/// Dixon and Szego 1978.
class SixHumpCamel final : public Problem {
 public:
  std::string name() const override { return "six_hump_camel"; }
  Bounds box() const override { return {Eigen::Vector2d(-3, -2), Eigen::Vector2d(3, 2)}; }
  double value(const VectorXd& x) const override {
    const double a = x[0] * x[0];
    const double b = x[1] * x[1];
    return (4 - 2.1 * a + a * a / 3) * a + x[0] * x[1] + (-4 + 4 * b) * b;
  }
  MatrixXd minimisers() const override {
    MatrixXd x(2, 2);
    x << 0.08984201310031806, -0.7126564030207396, -0.08984201310031806, 0.7126564030207396;
    return x;
  }
  double minimum() const override { return -1.031628453489877; }
};

/// Beale 1958.
class Beale final : public Problem {
 public:
  std::string name() const override { return "beale"; }
  Bounds box() const override { return cube(2, -4.5, 4.5); }
  double value(const VectorXd& x) const override {
    const double a = 1.5 - x[0] + x[0] * x[1];
    const double b = 2.25 - x[0] + x[0] * x[1] * x[1];
    const double c = 2.625 - x[0] + x[0] * x[1] * x[1] * x[1];
    return a * a + b * b + c * c;
  }
  MatrixXd minimisers() const override { return one_row({3, 0.5}); }
  double minimum() const override { return 0; }
};

/// Levy function of Levy and Montalvo 1985, as stated by Laguna and Marti (2005).
class Levy final : public Problem {
 public:
  explicit Levy(int d) : d_(d) {}
  std::string name() const override { return "levy"; }
  Bounds box() const override { return cube(d_, -10, 10); }
  double value(const VectorXd& x) const override {
    const Eigen::ArrayXd w = 1 + (x.array() - 1) / 4;
    const auto square = [](double a) { return a * a; };
    double sum = square(std::sin(pi * w[0]));
    for (int j = 0; j + 1 < d_; ++j) sum += square(w[j] - 1) * (1 + 10 * square(std::sin(pi * w[j] + 1)));
    return sum + square(w[d_ - 1] - 1) * (1 + square(std::sin(2 * pi * w[d_ - 1])));
  }
  MatrixXd minimisers() const override { return MatrixXd::Ones(1, d_); }
  double minimum() const override { return 0; }

 private:
  int d_;
};

/// Styblinski and Tang 1990.
class StyblinskiTang final : public Problem {
 public:
  explicit StyblinskiTang(int d) : d_(d) {}
  std::string name() const override { return "styblinski_tang"; }
  Bounds box() const override { return cube(d_, -5, 5); }
  double value(const VectorXd& x) const override {
    const auto a = x.array();
    return 0.5 * (a.square().square() - 16 * a.square() + 5 * a).sum();
  }
  MatrixXd minimisers() const override { return MatrixXd::Constant(1, d_, -2.9035340277711770); }
  double minimum() const override { return -39.166165703771412 * d_; }

 private:
  int d_;
};

/// Hartmann's function of six variables inside the unit cube of more, of which the others mean nothing.
class HiddenHartmann6 final : public Problem {
 public:
  explicit HiddenHartmann6(int d) : d_(d) {}
  std::string name() const override { return "hidden_hartmann6"; }
  Bounds box() const override { return cube(d_, 0, 1); }
  double value(const VectorXd& x) const override { return function_.value(x.head(6)); }
  /// Returns one of the minimisers; the other coordinates are arbitrary.
  MatrixXd minimisers() const override {
    MatrixXd x = MatrixXd::Constant(1, d_, 0.5);
    x.leftCols(6) = function_.minimisers();
    return x;
  }
  double minimum() const override { return function_.minimum(); }

 private:
  int d_;
  Hartmann6 function_;
};

}  // namespace

const std::vector<std::string>& problem_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"branin",      "hartmann6",       "ackley",          "eggholder",
                                 "michalewicz", "rosenbrock",      "six_hump_camel",  "beale",
                                 "levy",        "styblinski_tang", "hidden_hartmann6"};
    const auto& multimodal = multimodal_problem_names();
    all.insert(all.end(), multimodal.begin(), multimodal.end());
    const auto& constrained = constrained_problem_names();
    all.insert(all.end(), constrained.begin(), constrained.end());
    return all;
  }();
  return names;
}

std::unique_ptr<Problem> make_problem(const std::string& name, int dimension) {
  const auto fixed = [&](std::unique_ptr<Problem> problem) {
    if (dimension != 0 && dimension != problem->dimension())
      throw InputError("dimension: {} has {}, not {}", name, problem->dimension(), dimension);
    return problem;
  };
  if (auto multimodal = make_multimodal_problem(name, dimension)) return multimodal;
  if (auto constrained = make_constrained_problem(name, dimension)) return constrained;
  const int d = dimension == 0 ? 2 : dimension;
  if (name == "branin") return fixed(std::make_unique<Branin>());
  if (name == "hartmann6") return fixed(std::make_unique<Hartmann6>());
  if (name == "eggholder") return fixed(std::make_unique<Eggholder>());
  if (name == "six_hump_camel") return fixed(std::make_unique<SixHumpCamel>());
  if (name == "beale") return fixed(std::make_unique<Beale>());
  if (name == "ackley") {
    if (d < 1) throw InputError("dimension: {} is below 1", d);
    return std::make_unique<Ackley>(d);
  }
  if (name == "levy" || name == "styblinski_tang") {
    if (d < 1) throw InputError("dimension: {} is below 1", d);
    if (name == "levy") return std::make_unique<Levy>(d);
    return std::make_unique<StyblinskiTang>(d);
  }
  if (name == "hidden_hartmann6") {
    const int all = dimension == 0 ? 50 : dimension;
    if (all < 6) throw InputError("dimension: {} is below 6, of which hidden_hartmann6 is a function", all);
    return std::make_unique<HiddenHartmann6>(all);
  }
  if (name == "rosenbrock") {
    if (d < 2) throw InputError("dimension: {} is below 2, the least rosenbrock has", d);
    return std::make_unique<Rosenbrock>(d);
  }
  if (name == "michalewicz") {
    if (d < 1 || d > 10)
      throw InputError("dimension: {} is not within 1..10, where michalewicz's minimum is known", d);
    return std::make_unique<Michalewicz>(d);
  }
  const std::string nearest = nearest_name(name, problem_names());
  throw InputError("problem: \"{}\" is none of {}{}", name, join(problem_names()),
                   nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?");
}

}  // namespace bora::surrogates
