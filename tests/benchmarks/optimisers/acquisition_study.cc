// Study of the errors of approximations of a mixture's entropy, and of the time of acquisitions, on samples
// that FITBO draws.
//
//   acquisition_study --seeds 100-103 --samples 200,400 --dimensions 2,4
//
// Prints errors of the entropy and microseconds (Ru 2021, tables A.1 and A.2), for the mixtures at 20 points
// of the unit square for each seed, given 10 observations of Branin's function. Then it prints the
// milliseconds of 100 points for each number of samples (tables 3.1 and 3.2), without the time of drawing the
// samples.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/text.h"
#include "support/compared_entropies.h"
#include "support/problems/problem.h"
#include "surrogates/acquisition/averaged_acquisition.h"
#include "surrogates/acquisition/fitbo.h"
#include "surrogates/acquisition/max_value_entropy.h"
#include "surrogates/acquisition/maximise.h"
#include "surrogates/acquisition/predictive_entropy.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/space_filling.h"

namespace {

using bora::surrogates::NormalMixture;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = bora::surrogates::FittedGaussianProcess<VectorXd>;

constexpr int kObserved = 10;

// Returns a process given ten values of Branin's function in two dimensions, or of Levy's function in others.
std::shared_ptr<const Process> observed(bora::Rng& rng, int d = 2) {
  const auto problem =
      d == 2 ? bora::surrogates::make_problem("branin") : bora::surrogates::make_problem("levy", d);
  const auto box = problem->box();
  const MatrixXd X = bora::surrogates::uniform_points(kObserved, d, rng);
  VectorXd y(kObserved);
  for (int i = 0; i < kObserved; ++i)
    y[i] = problem->objective(box.lower + X.row(i).transpose().cwiseProduct(box.upper - box.lower));
  return std::make_shared<const Process>(*Process::condition(
      std::shared_ptr<const bora::surrogates::ContinuousKernel>(bora::surrogates::make_kernel("se", d, true)),
      X, y, 1e-3, bora::surrogates::Standardisation::of(y)));
}

double seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

NormalMixture mixture_at(const std::vector<bora::surrogates::GapProcess<VectorXd>>& samples,
                         const MatrixXd& z) {
  const auto M = static_cast<Eigen::Index>(samples.size());
  NormalMixture mixture{VectorXd(M), VectorXd(M)};
  for (Eigen::Index j = 0; j < M; ++j) {
    const auto& sample = samples[static_cast<std::size_t>(j)];
    const bora::surrogates::MarginalPosterior g = sample.process.marginal(z);
    mixture.mean[j] = sample.eta - 0.5 * g.mean[0] * g.mean[0];
    mixture.variance[j] = g.mean[0] * g.mean[0] * g.variance[0] + sample.noise;
  }
  return mixture;
}

void print_entropies(const std::set<int>& seeds, int count) {
  struct Method {
    std::string name;
    std::function<double(const NormalMixture&, bora::Rng&)> entropy;
    double seconds = 0;
    std::vector<double> errors = {}, fractions = {};
  };
  std::vector<Method> methods{
      {"quadrature",
       [](const auto& of, auto&) { return bora::surrogates::entropy_by_quadrature(of, false).value; }},
      {"MEMe, 30 moments",
       [](const auto& of, auto&) {
         return bora::surrogates::entropy_by_maximum_entropy(of, false, 30).value;
       }},
      {"MEMe, 10 moments",
       [](const auto& of, auto&) {
         return bora::surrogates::entropy_by_maximum_entropy(of, false, 10).value;
       }},
      {"moment matching",
       [](const auto& of, auto&) { return bora::surrogates::entropy_by_moment_matching(of, false).value; }},
      {"Monte Carlo, 100",
       [](const auto& of, auto& rng) { return bora::surrogates::entropy_by_monte_carlo(of, 100, rng); }},
      {"Taylor, order 2", [](const auto& of, auto&) { return bora::surrogates::entropy_by_taylor(of); }}};
  int mixtures = 0;
  for (const int seed : seeds) {
    bora::Rng rng(static_cast<std::uint64_t>(seed));
    const auto samples = bora::surrogates::sample_gap_processes(*observed(rng), {.samples = count}, rng);
    constexpr int kPoints = 20;
    const MatrixXd Z = bora::surrogates::uniform_points(kPoints, 2, rng);
    for (int i = 0; i < kPoints; ++i, ++mixtures) {
      const NormalMixture mixture = mixture_at(samples, Z.row(i));
      const double exact = bora::surrogates::entropy_by_quadrature(mixture, false, 1e-10).value;
      for (Method& method : methods) {
        double found = 0;
        method.seconds += seconds_of([&] { found = method.entropy(mixture, rng); });
        method.errors.push_back(std::abs(found - exact));
        method.fractions.push_back(std::abs((found - exact) / exact));
      }
    }
  }
  for (Method& method : methods) {
    const auto middle = [](std::vector<double>& values) {
      std::sort(values.begin(), values.end());
      return values[values.size() / 2];
    };
    const double mean = std::accumulate(method.errors.begin(), method.errors.end(), 0.0) / mixtures;
    std::cout << fmt::format("| {} | {} | {:.2g} | {:.2g} | {:.2g} | {:.1f} |\n", method.name, count, mean,
                             middle(method.errors), middle(method.fractions),
                             1e6 * method.seconds / mixtures);
  }
}

// Time of 100 points under a number of samples. It includes making the rule if the rule draws maxima or
// maximisers itself.
struct Timed {
  std::string name;
  double seconds = 0;
};

bora::surrogates::SearchedSpace<VectorXd> unit_cube(int d) {
  const bora::surrogates::Bounds box = bora::surrogates::cube(d, 0, 1);
  bora::surrogates::SearchedSpace<VectorXd> space;
  space.draw = [d](int n, bora::Rng& rng) { return bora::surrogates::uniform_points(n, d, rng); };
  space.largest = [box](const auto& score, bora::Rng& rng) {
    return bora::surrogates::maximise_acquisition(score, box, rng).value;
  };
  space.largest_at = [box](const auto& score, bora::Rng& rng) {
    return bora::surrogates::maximise_acquisition(score, box, rng).point;
  };
  for (int j = 0; j < d; ++j) space.real.push_back(j);
  return space;
}

void print_runtimes(const std::set<int>& seeds, int count, int d, bool searches) {
  std::vector<Timed> spent{{"pi"}, {"ucb"}, {"ei"}, {"fitbo-mm"}, {"fitbo"}};
  if (searches) spent.insert(spent.end(), {{"mes, 1 function"}, {"pes, 1 maximiser"}});
  for (const int seed : seeds) {
    bora::Rng rng(static_cast<std::uint64_t>(seed));
    const auto process = observed(rng, d);
    const MatrixXd Z = bora::surrogates::uniform_points(100, d, rng), X = process->inputs();
    const auto posteriors = process->resampled(count, rng);
    const auto samples = bora::surrogates::sample_gap_processes(*process, {.samples = count}, rng);
    for (auto& [name, seconds] : spent) {
      const double share = 1.0 / static_cast<double>(seeds.size());
      if (name.starts_with("mes") || name.starts_with("pes")) {
        const auto rule =
            name.starts_with("mes")
                ? bora::surrogates::max_value_rule(unit_cube(d), {.functions = 1, .by_functions = true})
                : bora::surrogates::predictive_entropy_rule(unit_cube(d), {.points = 1});
        seconds += share * seconds_of([&] {
                     for (const auto& posterior : posteriors)
                       rule({posterior, posterior->mean(X).maxCoeff(), rng, &X, nullptr})->values(Z);
                   });
        continue;
      }
      std::shared_ptr<const bora::surrogates::PointAcquisition> score;
      if (name.starts_with("fitbo")) {
        score = std::make_shared<bora::surrogates::FitboAcquisition<VectorXd>>(
            samples, name == "fitbo" ? bora::surrogates::EntropyMethod::quadrature
                                     : bora::surrogates::EntropyMethod::moment_matching);
      } else {
        std::vector<std::shared_ptr<const bora::surrogates::PointAcquisition>> parts;
        for (const auto& posterior : posteriors)
          parts.push_back(std::make_shared<bora::surrogates::PosteriorAcquisition<VectorXd>>(
              posterior, bora::surrogates::make_acquisition(bora::surrogates::parse_acquisition(name),
                                                            posterior->mean(X).maxCoeff(), 2)));
        score = std::make_shared<bora::surrogates::AveragedAcquisition<VectorXd>>(
            std::move(parts), bora::surrogates::Averaged::values);
      }
      score->values(Z);  // the first call warms up
      constexpr int kRepeats = 5;
      seconds += share / kRepeats * seconds_of([&] {
                   for (int i = 0; i < kRepeats; ++i) score->values(Z);
                 });
    }
  }
  for (const auto& [name, seconds] : spent)
    std::cout << fmt::format("| {} | {} | {} | {:.2f} | {:.2f} |\n", name, d, count, 1e3 * seconds,
                             seconds / spent.front().seconds);
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  std::string seeds = "0-3", samples = "200,400", dimensions = "2";
  bool entropies = true, searches = false;
  po::options_description options("acquisition_study");
  options.add_options()("seeds", po::value(&seeds), "e.g. 100-103")("samples", po::value(&samples),
                                                                    "of hyper-parameters, several numbers")(
      "dimensions", po::value(&dimensions), "of the second table, e.g. 2,4,6,8,10")(
      "entropies", po::value(&entropies), "0: without the first table")(
      "searches", po::bool_switch(&searches),
      "with MES and PES, which search for maxima first: seconds each");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  const auto counts = bora::split(samples, ',');
  if (entropies)
    std::cout << "| entropy by | samples | mean error, nats | median | median fraction | microseconds "
                 "|\n|---|---:|---:|---:|---:|---:|\n";
  for (const auto& count : counts)
    if (entropies) print_entropies(bora::tools::seed_range(seeds), std::stoi(count));
  std::cout
      << "\n| acquisition | dimensions | samples | ms at 100 points | ratio to pi |\n|---|---:|---:|---:|---:|\n";
  for (const auto& dimension : bora::split(dimensions, ','))
    for (const auto& count : counts)
      print_runtimes(bora::tools::seed_range(seeds), std::stoi(count), std::stoi(dimension), searches);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("acquisition_study", run, argc, argv);
}
