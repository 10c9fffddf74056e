// Measures the cost of a query of BoxOptimiser in the setting of the BayesOpt attacks, and how near it is to
// what the arithmetic needs.
//
//   box_optimiser_benchmark [--benchmark_filter=...]
//
// `fit`: one fit of the hyper-parameters to n observations. `query`: an ask and a tell, averaged over 40
// queries from n on, so that refits, and for the additive model one learning of the decomposition, are
// included. `literal`: GP-BO with every candidate scored anew, as the paper describes it. Columns, in
// milliseconds of this thread's processor time: `query` in all, of which `fit_part`, `candidates`, `polish`;
// `floor`: the larger products and factorisations alone, at the rate this machine multiplies matrices.
#include <ctime>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>

#include <benchmark/benchmark.h>

#include "common/random.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/box_optimiser.h"

namespace {

using bora::surrogates::BoxOptimiser;
using bora::surrogates::BoxOptimiserOptions;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kQueries = 40;
constexpr int kGroups = 12;

enum Model { gp, additive, literal };
constexpr const char* kNames[] = {"GP-BO", "ADDGP-BO", "GP-BO, literal"};

BoxOptimiserOptions options_of(Model model) {
  BoxOptimiserOptions options;
  if (model == literal) options.scoring = bora::surrogates::CandidateScoring::exact;
  if (model == additive) {
    options.additive.groups = kGroups;
    options.lengthscale_prior = true;
  }
  return options;
}

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

/// Multiplications and additions of doubles that this machine does in a millisecond, by a product of matrices
/// that fit its caches.
double products_a_millisecond() {
  static const double rate = [] {
    const MatrixXd A = MatrixXd::Random(384, 384);
    MatrixXd B = MatrixXd::Random(384, 384);
    MatrixXd C(384, 384);
    double best = 1e300;
    for (int i = 0; i < 20; ++i) {
      const double start = thread_milliseconds();
      C.noalias() = A * B;
      best = std::min(best, thread_milliseconds() - start);
      B(0, 0) += C(0, 0) * 1e-300;
    }
    return 2.0 * 384 * 384 * 384 / best;
  }();
  return rate;
}

/// Queries measured: 40, or as many as pass between two fits.
int window(Model model, int n) {
  if (model == literal) return 5;
  return std::max(kQueries, static_cast<int>(std::ceil(options_of(model).refit_growth * n)) + 1);
}

/// A lower estimate: polishing's triangular solves and products, the candidates' products, and a
/// factorisation of every matrix that fits and partitions ask for; no covariance function, no memory traffic.
double floor_milliseconds(Model model, double n, double d) {
  const double parts = model == additive ? kGroups : 1;
  const double columns = model == additive ? 3 * parts : 5;
  const double evaluations = std::clamp(7 * 900 * 900 / (n * n), 7.0, 30.0);
  const double polish = evaluations * columns * (2 * n * n + 4 * n * d / parts);
  const double candidates = 100e6;  // a product and a sum each, in single precision: half the time
  const double matrix = n * n * n / 3 + (model == additive ? n * n * d : 0);
  // Queries between two fits, and between two learnings of the partition, which wait for a fit. Evaluations
  // of the evidence, each a matrix; the additive model's gradients take an inverse, too.
  const double wait = std::max(5.0, 0.025 * n);
  const double relearn = std::ceil(40 / wait) * wait;
  const double matrices = model == additive ? 21 * 3 / relearn + 3 * 3 / wait : 4 / wait;
  return (polish + candidates + matrices * matrix) / products_a_millisecond();
}

/// An optimiser that has seen n points scattered about an incumbent, as a search leaves them behind, and has
/// been through one fit.
BoxOptimiser warmed_up(int n, int d, Model model, const RandomNetwork& network) {
  const BoxOptimiserOptions options = options_of(model);
  BoxOptimiser optimiser(VectorXd::Constant(d, -1), VectorXd::Constant(d, 1), options, 1);
  bora::Rng rng(2);
  MatrixXd X = 2 * bora::surrogates::uniform_points(n, d, rng).array() - 1;
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
  optimiser.observe(X, y);
  for (const auto& trial : optimiser.ask(options.initial_points)) optimiser.abandon(trial.number);
  return optimiser;
}

std::map<std::tuple<int, int, int>, double> measured;  // model, d, n

void fit_once(benchmark::State& state) {
  const auto model = static_cast<Model>(state.range(0));
  const RandomNetwork network(static_cast<int>(state.range(2)));
  for (auto _ : state) {
    BoxOptimiser optimiser =
        warmed_up(static_cast<int>(state.range(1)), static_cast<int>(state.range(2)), model, network);
    optimiser.ask();
    state.SetIterationTime(optimiser.timings().fit_seconds);
  }
}

void query(benchmark::State& state) {
  const auto model = static_cast<Model>(state.range(0));
  const int n = static_cast<int>(state.range(1));
  const int d = static_cast<int>(state.range(2));
  const int queries = window(model, n);
  const RandomNetwork network(d);
  BoxOptimiser optimiser = warmed_up(n - 1, d, model, network);
  const auto query_once = [&] {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, network(trial.point));
  };
  query_once();  // the first fit, which searches everywhere
  const bora::surrogates::BoxOptimiserTimings before = optimiser.timings();
  double milliseconds = 0;
  for (auto _ : state) {
    const double start = thread_milliseconds();
    for (int i = 0; i < queries; ++i) query_once();
    milliseconds = thread_milliseconds() - start;
    state.SetIterationTime(1e-3 * milliseconds);
  }
  const bora::surrogates::BoxOptimiserTimings& after = optimiser.timings();
  const double wall =
      1e3 * (after.fit_seconds - before.fit_seconds + after.acquisition_seconds - before.acquisition_seconds);
  // The optimiser's own clock is the wall's: its parts are scaled to processor time.
  const double scale = 1e3 * milliseconds / wall / queries;
  state.counters["query"] = milliseconds / queries;
  state.counters["fit_part"] = scale * (after.fit_seconds - before.fit_seconds);
  state.counters["candidates"] = scale * (after.candidate_seconds - before.candidate_seconds);
  state.counters["polish"] = scale * (after.polish_seconds - before.polish_seconds);
  if (model != literal) state.counters["floor"] = floor_milliseconds(model, n, d);
  measured[{model, d, n}] = milliseconds / queries;
}

}  // namespace

int main(int argc, char** argv) {
  for (const Model model : {gp, additive, literal})
    for (const int d : {196, 588, 2304})
      for (const int n : {200, 500, 1000, 2000}) {
        // A literal query takes seconds beyond.
        if (model == literal && (n > 1000 || d > 196)) continue;
        const std::string name = std::string(kNames[model]) + "/";
        for (auto* benchmark : {benchmark::RegisterBenchmark((name + "fit").c_str(), fit_once),
                                benchmark::RegisterBenchmark((name + "query").c_str(), query)})
          benchmark->ArgNames({"model", "n", "d"})
              ->Args({model, n, d})
              ->UseManualTime()
              ->Unit(benchmark::kMillisecond)
              ->Iterations(1);
      }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  std::printf("\nThis machine multiplies matrices of doubles at %.1f GFLOP/s on one core.\n",
              products_a_millisecond() / 1e6);
  for (const auto& [key, milliseconds] : measured) {
    const auto& [model, d, n] = key;
    std::printf("%-15s d = %4d, n = %4d: %8.1f ms a query", kNames[model], d, n, milliseconds);
    if (model != literal)
      std::printf(", %.1f times the floor",
                  milliseconds / floor_milliseconds(static_cast<Model>(model), n, d));
    const auto half = measured.find({model, d, n / 2});
    if (half != measured.end())
      std::printf("; twice the observations cost %.1f times as much", milliseconds / half->second);
    std::printf("\n");
  }
}
