// Measures the cost of asking for a point while eight others are pending, by pending policy.
//
//   pending_benchmark
//
// Reports the processor milliseconds of an ask of bora's own search (median of 15, hyper-parameters fitted
// before) with n observations of a rough quadratic in d dimensions, and their ratio to the milliseconds of
// `believer`.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "surrogates/search/bayesian_optimiser.h"

namespace {

using Eigen::VectorXd;

double milliseconds_of_an_ask(const std::string& pending, int n, int d) {
  constexpr int kPending = 8, kAsks = 15;
  const bora::surrogates::MixedSpace space({}, VectorXd::Zero(d), VectorXd::Ones(d));
  bora::surrogates::BayesianOptions options;
  options.pending = pending;
  bora::surrogates::BayesianOptimiser search(space, options, 1);
  bora::Rng rng(2);
  for (int i = 0; i < n; ++i) {
    const VectorXd x = space.sample(rng);
    search.observe(x, -(x.array() - 0.3).square().sum() + 0.1 * std::sin(20 * x.sum()));
  }
  search.abandon(search.ask().front().number);  // fits
  for (int i = 0; i < kPending; ++i) search.ask();
  std::vector<double> times;
  for (int i = 0; i < kAsks; ++i) {
    const std::clock_t start = std::clock();
    const auto trial = search.ask().front();
    times.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    search.abandon(trial.number);
  }
  std::ranges::nth_element(times, times.begin() + kAsks / 2);
  return times[kAsks / 2];
}

}  // namespace

int main() {
  fmt::print("| policy | d | n | ms an ask | times believer |\n|---|---:|---:|---:|---:|\n");
  for (const int d : {5, 20})
    for (const int n : {100, 500}) {
      double believer = 0;
      for (const std::string& pending : bora::surrogates::pending_policy_names()) {
        const double time = milliseconds_of_an_ask(pending, n, d);
        if (pending == "believer") believer = time;
        fmt::print("| {} | {} | {} | {:.1f} | {:.2f} |\n", pending, d, n, time, time / believer);
        std::fflush(stdout);
      }
    }
}
