#include "support/problems/test_functions.h"

#include <cmath>
#include <numbers>

namespace bora::surrogates {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using std::numbers::pi;

MatrixXd one_row(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::RowVectorXd>(values.begin(), static_cast<Index>(values.size()));
}

double square(double a) {
  return a * a;
}

MatrixXd origin(int d) {
  return MatrixXd::Zero(1, d);
}

MatrixXd ones(int d) {
  return MatrixXd::Ones(1, d);
}

double zero(int /*d*/) {
  return 0;
}

double branin(const VectorXd& x) {
  const double a = x[1] - 5.1 / (4 * pi * pi) * x[0] * x[0] + 5 / pi * x[0] - 6;
  return a * a + 10 * (1 - 1 / (8 * pi)) * std::cos(x[0]) + 10;
}

double hartmann6(const VectorXd& x) {
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

// Returns a minimiser of the function of the first six of d variables; others differ only in the other
// variables.
MatrixXd hartmann6_minimiser(int d) {
  MatrixXd x = MatrixXd::Constant(1, d, 0.5);
  x.leftCols(6) = one_row({0.20168951, 0.15001069, 0.47687398, 0.27533243, 0.31165162, 0.65730053});
  return x;
}

// With a = 20, b = 0.2, c = 2 pi.
double ackley(const VectorXd& x) {
  const double mean_square = x.squaredNorm() / static_cast<double>(x.size());
  const double mean_cosine = (2 * pi * x.array()).cos().mean();
  return -20 * std::exp(-0.2 * std::sqrt(mean_square)) - std::exp(mean_cosine) + 20 + std::numbers::e;
}

double eggholder(const VectorXd& x) {
  return -(x[1] + 47) * std::sin(std::sqrt(std::abs(x[1] + x[0] / 2 + 47))) -
         x[0] * std::sin(std::sqrt(std::abs(x[0] - (x[1] + 47))));
}

// With m = 10.
double michalewicz(const VectorXd& x) {
  double sum = 0;
  for (int j = 0; j < x.size(); ++j)
    sum += std::sin(x[j]) * std::pow(std::sin((j + 1) * x[j] * x[j] / pi), 20);
  return -sum;
}

// The function is a sum over coordinates, whose minimisers these are.
MatrixXd michalewicz_minimiser(int d) {
  return one_row({2.202905519, 1.570796332, 1.284991569, 1.923058470, 1.720469772, 1.570796329, 1.454413972,
                  1.756086521, 1.655717417, 1.570796328})
      .leftCols(d);
}

double rosenbrock(const VectorXd& x) {
  double sum = 0;
  for (Index j = 0; j + 1 < x.size(); ++j) {
    const double valley = x[j + 1] - x[j] * x[j];
    sum += 100 * valley * valley + (x[j] - 1) * (x[j] - 1);
  }
  return sum;
}

double six_hump_camel(const VectorXd& x) {
  const double a = x[0] * x[0];
  const double b = x[1] * x[1];
  return (4 - 2.1 * a + a * a / 3) * a + x[0] * x[1] + (-4 + 4 * b) * b;
}

double beale(const VectorXd& x) {
  const double a = 1.5 - x[0] + x[0] * x[1];
  const double b = 2.25 - x[0] + x[0] * x[1] * x[1];
  const double c = 2.625 - x[0] + x[0] * x[1] * x[1] * x[1];
  return a * a + b * b + c * c;
}

double levy(const VectorXd& x) {
  const Eigen::ArrayXd w = 1 + (x.array() - 1) / 4;
  const Index last = w.size() - 1;
  double sum = square(std::sin(pi * w[0]));
  for (Index j = 0; j < last; ++j) sum += square(w[j] - 1) * (1 + 10 * square(std::sin(pi * w[j] + 1)));
  return sum + square(w[last] - 1) * (1 + square(std::sin(2 * pi * w[last])));
}

double styblinski_tang(const VectorXd& x) {
  const auto a = x.array();
  return 0.5 * (a.square().square() - 16 * a.square() + 5 * a).sum();
}

double langermann(const VectorXd& x) {
  static const double centres[5][2] = {{3, 5}, {5, 2}, {2, 1}, {1, 4}, {7, 9}};
  static const double weights[5] = {1, 2, 5, 2, 3};
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    const double a = x[0] - centres[i][0], b = x[1] - centres[i][1];
    const double distance = a * a + b * b;
    sum += weights[i] * std::exp(-distance / pi) * std::cos(pi * distance);
  }
  return sum;
}

double shekel(const VectorXd& x) {
  static const double centres[10][4] = {{4, 4, 4, 4}, {1, 1, 1, 1},    {8, 8, 8, 8}, {6, 6, 6, 6},
                                        {3, 7, 3, 7}, {2, 9, 2, 9},    {5, 3, 5, 3}, {8, 1, 8, 1},
                                        {6, 2, 6, 2}, {7, 3.6, 7, 3.6}};
  static const double widths[10] = {0.1, 0.2, 0.2, 0.4, 0.4, 0.6, 0.3, 0.7, 0.5, 0.5};
  double sum = 0;
  for (int i = 0; i < 10; ++i) {
    double distance = widths[i];
    for (int j = 0; j < 4; ++j) distance += (x[j] - centres[i][j]) * (x[j] - centres[i][j]);
    sum += 1 / distance;
  }
  return -sum;
}

double cosine_mixture(const VectorXd& x) {
  return x.squaredNorm() - 0.1 * (5 * pi * x.array()).cos().sum();
}

double griewank(const VectorXd& x) {
  double product = 1;
  for (int j = 0; j < x.size(); ++j) product *= std::cos(x[j] / std::sqrt(j + 1.0));
  return 1 + x.squaredNorm() / 4000 - product;
}

double powell(const VectorXd& x) {
  double sum = 0;
  for (Index j = 0; j < x.size(); j += 4) {
    const double a = x[j] + 10 * x[j + 1], b = x[j + 2] - x[j + 3], c = x[j + 1] - 2 * x[j + 2],
                 e = x[j] - x[j + 3];
    sum += a * a + 5 * b * b + std::pow(c, 4) + 10 * std::pow(e, 4);
  }
  return sum;
}

VectorXd gramacy_constraints(const VectorXd& x) {
  const double wave = std::sin(2 * pi * (x[0] * x[0] - 2 * x[1]));
  return Eigen::Vector2d(1.5 - x[0] - 2 * x[1] - 0.5 * wave, x[0] * x[0] + x[1] * x[1] - 1.5);
}

}  // namespace

const std::vector<TestFunction>& test_functions() {
  constexpr Dimensions kTwo{2, 2, 2}, kFour{4, 4, 4}, kSix{6, 6, 6}, kAny{};
  static const std::vector<TestFunction> all{
      // Dixon and Szego 1978.
      {"branin", kTwo,
       [](int) {
         return Bounds{Eigen::Vector2d(-5, 0), Eigen::Vector2d(10, 15)};
       },
       branin,
       [](int) -> MatrixXd {
         return Eigen::Matrix<double, 3, 2>{{-pi, 12.275}, {pi, 2.275}, {3 * pi, 2.475}};
       },
       [](int) { return 0.39788735772973816; }},
      {"hartmann6", kSix, [](int d) { return cube(d, 0, 1); }, hartmann6, hartmann6_minimiser,
       [](int) { return -3.322368011415511; }},
      // Ackley 1987.
      {"ackley", kAny, [](int d) { return cube(d, -32.768, 32.768); }, ackley, origin, zero},
      // Whitley et al. 1996.
      {"eggholder", kTwo, [](int d) { return cube(d, -512, 512); }, eggholder,
       [](int) {
         return one_row({512, 404.2318058});
       },
       [](int) { return -959.6406627208506; }},
      // Michalewicz 1992. Minimisers of more coordinates are not known here.
      {"michalewicz",
       {2, 1, 10},
       [](int d) { return cube(d, 0, pi); },
       michalewicz,
       michalewicz_minimiser,
       [](int d) { return michalewicz(michalewicz_minimiser(d).transpose()); }},
      // Rosenbrock 1960.
      {"rosenbrock", {2, 2}, [](int d) { return cube(d, -5, 10); }, rosenbrock, ones, zero},
      // Dixon and Szego 1978.
      {"six_hump_camel", kTwo,
       [](int) {
         return Bounds{Eigen::Vector2d(-3, -2), Eigen::Vector2d(3, 2)};
       },
       six_hump_camel,
       [](int) -> MatrixXd {
         return Eigen::Matrix2d{{0.08984201310031806, -0.7126564030207396},
                                {-0.08984201310031806, 0.7126564030207396}};
       },
       [](int) { return -1.031628453489877; }},
      // Beale 1958.
      {"beale", kTwo, [](int d) { return cube(d, -4.5, 4.5); }, beale,
       [](int) {
         return one_row({3, 0.5});
       },
       zero},
      // Levy and Montalvo 1985, as stated by Laguna and Marti (2005).
      {"levy", kAny, [](int d) { return cube(d, -10, 10); }, levy, ones, zero},
      // Styblinski and Tang 1990.
      {"styblinski_tang", kAny, [](int d) { return cube(d, -5, 5); }, styblinski_tang,
       [](int d) -> MatrixXd { return MatrixXd::Constant(1, d, -2.9035340277711770); },
       [](int d) { return -39.166165703771412 * d; }},
      // Hartmann's function of the first six variables; the others have no effect.
      {"hidden_hartmann6",
       {50, 6},
       [](int d) { return cube(d, 0, 1); },
       [](const VectorXd& x) { return hartmann6(x.head(6)); },
       hartmann6_minimiser,
       [](int) { return -3.322368011415511; }},
      // Bersini et al. 1996, with five centres.
      {"langermann", kTwo, [](int d) { return cube(d, 0, 10); }, langermann,
       [](int) {
         return one_row({2.7934022076, 1.5972325001});
       },
       [](int) { return -4.155809291847786; }},
      // Shekel 1971, with ten peaks.
      {"shekel", kFour, [](int d) { return cube(d, 0, 10); }, shekel,
       [](int) {
         return one_row({4.00074687, 3.99950948, 4.00074687, 3.99950948});
       },
       [](int) { return -10.53644315348353; }},
      // Breiman and Cutler 1993: a bowl with ripples.
      {"cosine_mixture",
       {8},
       [](int d) { return cube(d, -1, 1); },
       cosine_mixture,
       origin,
       [](int d) { return -0.1 * d; }},
      // Griewank 1981, in the box of Jones, Perttunen and Stuckman's tests, which is not symmetric about the
      // minimum.
      {"griewank", {6}, [](int d) { return cube(d, -480, 750); }, griewank, origin, zero},
      // Powell's singular function (1962).
      {"powell", {8, 4, kAny.most, 4}, [](int d) { return cube(d, -4, 5); }, powell, origin, zero},
      // Gramacy et al. 2016, "Modeling an augmented Lagrangian for blackbox constrained optimization",
      // section 2.1: a plane whose minimum lies on the first constraint, a wave. Two other local minima are
      // at 0.75 and 0.8609; the second constraint is active at none of the three.
      {"gramacy", kTwo, [](int d) { return cube(d, 0, 1); }, [](const VectorXd& x) { return x[0] + x[1]; },
       [](int) {
         return one_row({0.19512268347207176, 0.40466536853799580});
       },
       [](int) { return 0.59978805201006756; }, gramacy_constraints}};
  return all;
}

}  // namespace bora::surrogates
