#include "surrogates/problems/multimodal_problem.h"

#include <cmath>
#include <numbers>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using std::numbers::pi;

/// Langermann's function of two variables with five centres (Bersini et al. 1996).
class Langermann final : public Problem {
 public:
  std::string name() const override { return "langermann"; }
  Bounds box() const override { return cube(2, 0, 10); }
  double value(const VectorXd& x) const override {
    static const double centres[5][2] = {{3, 5}, {5, 2}, {2, 1}, {1, 4}, {7, 9}};
    static const double weights[5] = {1, 2, 5, 2, 3};
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
      const double a = x[0] - centres[i][0], b = x[1] - centres[i][1];
      const double square = a * a + b * b;
      sum += weights[i] * std::exp(-square / pi) * std::cos(pi * square);
    }
    return sum;
  }
  MatrixXd minimisers() const override { return Eigen::RowVector2d(2.7934022076, 1.5972325001); }
  double minimum() const override { return -4.155809291847786; }
};

/// Shekel 1971, with ten peaks in four dimensions.
class Shekel final : public Problem {
 public:
  std::string name() const override { return "shekel"; }
  Bounds box() const override { return cube(4, 0, 10); }
  double value(const VectorXd& x) const override {
    static const double centres[10][4] = {{4, 4, 4, 4}, {1, 1, 1, 1},    {8, 8, 8, 8}, {6, 6, 6, 6},
                                          {3, 7, 3, 7}, {2, 9, 2, 9},    {5, 3, 5, 3}, {8, 1, 8, 1},
                                          {6, 2, 6, 2}, {7, 3.6, 7, 3.6}};
    static const double widths[10] = {0.1, 0.2, 0.2, 0.4, 0.4, 0.6, 0.3, 0.7, 0.5, 0.5};
    double sum = 0;
    for (int i = 0; i < 10; ++i) {
      double square = widths[i];
      for (int j = 0; j < 4; ++j) square += (x[j] - centres[i][j]) * (x[j] - centres[i][j]);
      sum += 1 / square;
    }
    return -sum;
  }
  MatrixXd minimisers() const override {
    return Eigen::RowVector4d(4.00074687, 3.99950948, 4.00074687, 3.99950948);
  }
  double minimum() const override { return -10.53644315348353; }
};

/// Breiman and Cutler 1993: a bowl with ripples.
class CosineMixture final : public Problem {
 public:
  explicit CosineMixture(int d) : d_(d) {}
  std::string name() const override { return "cosine_mixture"; }
  Bounds box() const override { return cube(d_, -1, 1); }
  double value(const VectorXd& x) const override {
    return x.squaredNorm() - 0.1 * (5 * pi * x.array()).cos().sum();
  }
  MatrixXd minimisers() const override { return MatrixXd::Zero(1, d_); }
  double minimum() const override { return -0.1 * d_; }

 private:
  int d_;
};

/// Griewank 1981, in the box of Jones, Perttunen and Stuckman's tests, which is not symmetric about the
/// minimum.
class Griewank final : public Problem {
 public:
  explicit Griewank(int d) : d_(d) {}
  std::string name() const override { return "griewank"; }
  Bounds box() const override { return cube(d_, -480, 750); }
  double value(const VectorXd& x) const override {
    double product = 1;
    for (int j = 0; j < d_; ++j) product *= std::cos(x[j] / std::sqrt(j + 1.0));
    return 1 + x.squaredNorm() / 4000 - product;
  }
  MatrixXd minimisers() const override { return MatrixXd::Zero(1, d_); }
  double minimum() const override { return 0; }

 private:
  int d_;
};

/// Powell's singular function (1962), in d = 4 k dimensions.
class Powell final : public Problem {
 public:
  explicit Powell(int d) : d_(d) {}
  std::string name() const override { return "powell"; }
  Bounds box() const override { return cube(d_, -4, 5); }
  double value(const VectorXd& x) const override {
    double sum = 0;
    for (int j = 0; j < d_; j += 4) {
      const double a = x[j] + 10 * x[j + 1], b = x[j + 2] - x[j + 3], c = x[j + 1] - 2 * x[j + 2],
                   e = x[j] - x[j + 3];
      sum += a * a + 5 * b * b + std::pow(c, 4) + 10 * std::pow(e, 4);
    }
    return sum;
  }
  MatrixXd minimisers() const override { return MatrixXd::Zero(1, d_); }
  double minimum() const override { return 0; }

 private:
  int d_;
};

}  // namespace

const std::vector<std::string>& multimodal_problem_names() {
  static const std::vector<std::string> names{"langermann", "shekel", "cosine_mixture", "griewank", "powell"};
  return names;
}

std::unique_ptr<Problem> make_multimodal_problem(const std::string& name, int dimension) {
  const auto d = [&](int usual) { return dimension == 0 ? usual : dimension; };
  const auto refuse = [&](const char* expected) {
    throw InputError("dimension: got {} for {}, expected {}", dimension, name, expected);
  };
  if (name == "langermann") {
    if (d(2) != 2) refuse("2");
    return std::make_unique<Langermann>();
  }
  if (name == "shekel") {
    if (d(4) != 4) refuse("4");
    return std::make_unique<Shekel>();
  }
  if (name == "cosine_mixture" || name == "griewank") {
    if (dimension < 0) refuse("at least 1");
    if (name == "griewank") return std::make_unique<Griewank>(d(6));
    return std::make_unique<CosineMixture>(d(8));
  }
  if (name == "powell") {
    if (dimension < 0 || dimension % 4 != 0) refuse("a multiple of 4");
    return std::make_unique<Powell>(d(8));
  }
  return nullptr;
}

}  // namespace bora::surrogates
