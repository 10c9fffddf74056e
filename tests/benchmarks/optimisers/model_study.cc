// Study of the predictions of models of categories and numbers (Ru 2021, table 5.3): the log likelihood of
// 100 points drawn uniformly, given 250 others, as the mean and its standard error over seeds.
//
//   model_study --problems ackley2c,ackley3c,ackley4c,ackley5c,func2c,func3c --seeds 100-119
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/text.h"
#include "support/problems/mixed_problem.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/mixed/mixed_kernel.h"

namespace {

using bora::surrogates::MixedSpace;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Candidate {
  std::string name;
  std::function<std::unique_ptr<bora::surrogates::ContinuousKernel>(const MixedSpace&, int dimension)> kernel;
  std::function<VectorXd(const MixedSpace&, const VectorXd&)> seen;
};

std::vector<Candidate> candidates() {
  const auto unit = [](const MixedSpace& space, const VectorXd& point) { return space.to_unit(point); };
  const auto one_hot = [](const MixedSpace& space, const VectorXd& point) { return space.to_one_hot(point); };
  return {
      {"cocabo",
       [](const MixedSpace& space, int) { return bora::surrogates::make_cocabo_kernel(space, std::nullopt); },
       unit},
      {"one-hot",
       [](const MixedSpace&, int d) { return bora::surrogates::make_kernel("matern52", d, false); }, one_hot},
      {"bayes", [](const MixedSpace& space, int) { return bora::surrogates::make_mixed_kernel(space); },
       unit}};
}

// Returns the log-likelihood of the targets, the noise included.
double log_likelihood(const Candidate& candidate, const bora::surrogates::MixedProblem& problem,
                      std::uint64_t seed) {
  constexpr int kTrain = 250, kTest = 100;
  bora::Rng rng(seed);
  MatrixXd X;
  VectorXd y(kTrain + kTest);
  for (int i = 0; i < kTrain + kTest; ++i) {
    const VectorXd point = problem.space().sample(rng);
    const VectorXd seen = candidate.seen(problem.space(), point);
    if (i == 0) X.resize(kTrain + kTest, seen.size());
    X.row(i) = seen.transpose();
    y[i] = problem.objective(point);
  }
  bora::surrogates::ProcessModelOptions options;
  options.fit.starts = 3;
  bora::surrogates::ProcessModel<VectorXd> model(
      candidate.kernel(problem.space(), static_cast<int>(X.cols())), options);
  const auto process = model.process(X.topRows(kTrain), y.head(kTrain), rng);
  if (!process) throw bora::InputError("{}: no fit at seed {}", candidate.name, seed);
  const auto at = process->marginal(X.bottomRows(kTest));
  const double deviation = process->standardisation().deviation;
  const Eigen::ArrayXd variance = at.variance.array() + process->noise() * deviation * deviation;
  const Eigen::ArrayXd error = y.tail(kTest) - at.mean;
  return -0.5 * (error.square() / variance + (2 * M_PI * variance).log()).sum();
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  std::string problems = "ackley2c,ackley3c,ackley4c,ackley5c,func2c,func3c", seeds = "100-119";
  po::options_description options("model_study");
  options.add_options()("problems", po::value(&problems), "categories and numbers")(
      "seeds", po::value(&seeds), "e.g. 0-19");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  const std::set<int> wanted = bora::tools::seed_range(seeds);
  std::cout << "| problem |";
  for (const Candidate& candidate : candidates()) std::cout << ' ' << candidate.name << " |";
  std::cout << "\n|---|---:|---:|---:|\n";
  for (const std::string& name : bora::split(problems, ',')) {
    const auto problem = bora::surrogates::make_mixed_problem(name);
    std::cout << "| " << name << " |";
    for (const Candidate& candidate : candidates()) {
      double sum = 0, squares = 0;
      for (const int seed : wanted) {
        const double value = log_likelihood(candidate, *problem, static_cast<std::uint64_t>(seed));
        sum += value;
        squares += value * value;
      }
      const auto n = static_cast<double>(wanted.size());
      const double mean = sum / n;
      const double error = n > 1 ? std::sqrt(std::max(0.0, squares / n - mean * mean) / (n - 1)) : 0;
      std::cout << fmt::format(" {:.1f} +- {:.1f} |", mean, error) << std::flush;
    }
    std::cout << '\n';
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("model_study", run, argc, argv);
}
