// Measures the time of an ask of limbo (https://github.com/resibots/limbo) on the problem of optimiser_study
// --ask-times.
//
//   g++ -std=c++17 -O3 -march=native -DNDEBUG -DUSE_NLOPT -I LIMBO/src -I /usr/include/eigen3
//       tests/benchmarks/peers/limbo_asks.cc -o limbo_asks -lnlopt     (libnlopt-cxx-dev of Debian)
//   ./limbo_asks [OBSERVATIONS [DIMENSIONS]]      e.g. 100,500,1000 5,20,60
//
// limbo has its own defaults: its likelihood optimiser (Rprop) fits the hyper-parameters, and DIRECT
// maximises the acquisition with 500 evaluations. Its Matern-5/2 kernel has one lengthscale and its
// exponential kernel has one for each dimension, so both are timed. The columns are:
// - first: fits the hyper-parameters and maximises the acquisition;
// - next: adds an observation and keeps the hyper-parameters, as limbo does by default;
// - current: the same, but fits the hyper-parameters as often as bora, when observations have grown by 2%.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <limbo/limbo.hpp>

struct Params {
  struct kernel : public limbo::defaults::kernel {
    BO_PARAM(double, noise, 1e-4);
  };
  struct kernel_squared_exp_ard : public limbo::defaults::kernel_squared_exp_ard {};
  struct kernel_maternfivehalves : public limbo::defaults::kernel_maternfivehalves {};
  struct acqui_ei : public limbo::defaults::acqui_ei {};
  struct opt_rprop : public limbo::defaults::opt_rprop {};
  struct opt_nloptnograd : public limbo::defaults::opt_nloptnograd {};
};

namespace {

using Eigen::VectorXd;

double value(const VectorXd& x) {
  return -(x.array() - 0.3).square().sum() + 0.1 * std::sin(20 * x.sum());
}

double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

std::vector<int> numbers(const std::string& text) {
  std::vector<int> all;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');) all.push_back(std::stoi(one));
  return all;
}

template <typename Kernel>
void time(const char* name, int d, int n) {
  using Process =
      limbo::model::GP<Params, Kernel, limbo::mean::Data<Params>, limbo::model::gp::KernelLFOpt<Params>>;
  constexpr int kNext = 20;
  std::vector<double> first, next, current;
  for (unsigned seed = 0; seed < 3; ++seed) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<VectorXd> X, y;
    for (int i = 0; i < n; ++i) {
      X.push_back(VectorXd::NullaryExpr(d, [&] { return uniform(generator); }));
      y.push_back(VectorXd::Constant(1, value(X.back())));
    }
    Process process(d, 1);
    process.compute(X, y);
    const auto ask = [&] {
      limbo::acqui::EI<Params, Process> acquisition(process);
      limbo::opt::NLOptNoGrad<Params, nlopt::GN_DIRECT_L_RAND> search;
      const auto worth = [&](const VectorXd& x, bool gradient) {
        return acquisition(x, limbo::FirstElem(), gradient);
      };
      const VectorXd start = VectorXd::NullaryExpr(d, [&] { return uniform(generator); });
      return search(worth, start, true);
    };
    std::clock_t begin = std::clock();
    process.optimize_hyperparams();
    VectorXd point = ask();
    first.push_back(seconds_since(begin));
    begin = std::clock();
    for (int i = 0; i < kNext; ++i) {
      process.add_sample(point, VectorXd::Constant(1, value(point)));
      point = ask();
    }
    next.push_back(seconds_since(begin) / kNext);
    begin = std::clock();
    const int wait = std::max(1, n / 50);
    for (int i = 0; i < kNext; ++i) {
      process.add_sample(point, VectorXd::Constant(1, value(point)));
      if ((i + 1) % wait == 0) process.optimize_hyperparams();
      point = ask();
    }
    current.push_back(seconds_since(begin) / kNext);
  }
  std::sort(first.begin(), first.end());
  std::sort(next.begin(), next.end());
  std::sort(current.begin(), current.end());
  std::printf("limbo:%s,%d,%d,%.4f,%.4f,%.4f\n", name, d, n, first[1], next[1], current[1]);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const auto counts = numbers(argc > 1 ? argv[1] : "100,500,1000");
  const auto dimensions = numbers(argc > 2 ? argv[2] : "5,20,60");
  std::puts("optimiser,dimensions,observations,first,next,current");
  for (const int d : dimensions)
    for (const int n : counts) {
      time<limbo::kernel::MaternFiveHalves<Params>>("matern52", d, n);
      time<limbo::kernel::SquaredExpARD<Params>>("ard", d, n);
    }
}
