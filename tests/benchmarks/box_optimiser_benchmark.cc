// What one query costs BoxOptimiser in the setting of the GP-BO attack: one ask and one tell, averaged over a
// window of five between refits, refits included.
//
//   box_optimiser_benchmark [--benchmark_filter=...]
//
// Columns, in milliseconds of this thread's processor time: `query` in all, of which `fit` (hyper-parameters,
// factor and its growth), `candidates` and `polish`. Afterwards the ratio of exact to screened is printed.
#include <ctime>

#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

#include <benchmark/benchmark.h>

#include "common/random.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/box_optimiser.h"

namespace {

using bora::BoxOptimiser;
using bora::CandidateScoring;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kWindow = 5;

/// The margin of a small random network's class: as a victim's answers, smooth in places and kinked in
/// others.
class RandomNetwork {
 public:
  explicit RandomNetwork(int d) : hidden_(64, d), output_(64) {
    bora::Rng rng(1);
    for (Eigen::Index i = 0; i < hidden_.size(); ++i) hidden_.data()[i] = 1.5 * rng.normal() / std::sqrt(d);
    for (Eigen::Index i = 0; i < output_.size(); ++i) output_[i] = rng.normal() / 8;
  }
  double operator()(const VectorXd& x) const { return output_.dot((hidden_ * x).cwiseMax(0.0)); }

 private:
  MatrixXd hidden_;
  VectorXd output_;
};

double thread_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// An optimiser that has seen n points scattered about an incumbent, as a search leaves them behind, and has
/// been through one refit.
BoxOptimiser warmed_up(int n, int d, CandidateScoring scoring, const RandomNetwork& network) {
  bora::BoxOptimiserOptions options;
  options.scoring = scoring;
  BoxOptimiser optimiser(VectorXd::Constant(d, -1), VectorXd::Constant(d, 1), options, 1);
  bora::Rng rng(2);
  MatrixXd X = 2 * bora::uniform_points(n, d, rng).array() - 1;
  VectorXd y(n);
  int best = 0;
  for (int i = 0; i < n; ++i) {
    if (i >= options.initial_points) {
      const VectorXd fresh = X.row(i);
      X.row(i) = X.row(best);
      for (int k = 0; k < d / 4; ++k) {
        const int j = rng.index(d);
        X(i, j) = fresh[j] < 0 ? -1 : 1;
      }
    }
    y[i] = network(X.row(i).transpose());
    if (y[i] > y[best]) best = i;
  }
  optimiser.tell(X, y);
  const MatrixXd design = optimiser.ask(options.initial_points);
  optimiser.forget(design);
  return optimiser;
}

std::map<std::tuple<int, int, bool>, double> measured;

void ask_and_tell(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const int d = static_cast<int>(state.range(1));
  const bool exact = state.range(2) != 0;
  const RandomNetwork network(d);
  BoxOptimiser optimiser =
      warmed_up(n - 1, d, exact ? CandidateScoring::exact : CandidateScoring::screened, network);
  const auto query = [&] {
    const MatrixXd X = optimiser.ask();
    optimiser.tell(X, VectorXd::Constant(1, network(X.row(0).transpose())));
  };
  query();  // the first fit, which searches everywhere
  const bora::BoxOptimiserTimings before = optimiser.timings();
  double milliseconds = 0;
  double queries = 0;
  for (auto _ : state) {
    const double start = thread_milliseconds();
    for (int i = 0; i < kWindow; ++i) query();
    const double spent = thread_milliseconds() - start;
    milliseconds += spent;
    queries += kWindow;
    state.SetIterationTime(1e-3 * spent);
  }
  const bora::BoxOptimiserTimings& after = optimiser.timings();
  const double wall =
      1e3 * (after.fit_seconds - before.fit_seconds + after.acquisition_seconds - before.acquisition_seconds);
  // The optimiser's own clock is the wall's: its parts are scaled to processor time.
  const double scale = milliseconds / wall;
  state.counters["query"] = milliseconds / queries;
  state.counters["fit"] = scale * 1e3 * (after.fit_seconds - before.fit_seconds) / queries;
  state.counters["candidates"] = scale * 1e3 * (after.candidate_seconds - before.candidate_seconds) / queries;
  state.counters["polish"] = scale * 1e3 * (after.polish_seconds - before.polish_seconds) / queries;
  measured[{n, d, exact}] = milliseconds / queries;
}

}  // namespace

int main(int argc, char** argv) {
  // Eight windows hold one global search of the screened fit, as a long run does; an exact window is too slow
  // for that.
  for (const bool exact : {false, true}) {
    auto* benchmark = benchmark::RegisterBenchmark(exact ? "exact" : "screened", ask_and_tell);
    benchmark->ArgNames({"n", "d", "exact"})->UseManualTime()->Unit(benchmark::kMillisecond);
    benchmark->Iterations(exact ? 1 : 8);
    for (const int d : {196, 588}) {
      for (const int n : {200, 500, 900}) benchmark->Args({n, d, exact ? 1 : 0});
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  for (const auto& [key, milliseconds] : measured) {
    const auto& [n, d, exact] = key;
    const auto other = measured.find({n, d, true});
    if (exact || other == measured.end()) continue;
    std::printf("n = %d, d = %d: screened %.1f ms a query, exact %.1f ms, ratio %.1f\n", n, d, milliseconds,
                other->second, other->second / milliseconds);
  }
}
