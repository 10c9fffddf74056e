// Study of how fast optimisers approach the optimum of problems whose optimum is known.
//
//   optimiser_study --problems func2c,func3c --optimisers cocabo,cocabo:0.5,random --seeds 0-19 --budget 200
//   --out study.csv
//
// The regret is that of the best point found that meets the constraints. With --regret recommended, it is
// that of the point with the largest posterior mean, the "immediate regret" of Hennig and Schuler 2012; with
// --regret distance, the distance of this point to the nearest minimiser (Ru 2021, eqs. 3.16 and 3.17). The
// last two need a Bayesian optimiser.
//
// Appends a line to the CSV for each evaluation, except for runs that it already has. So an interrupted study
// continues, and the CSV may hold results of other programs. Then prints a table: median [quartiles] of the
// regret after 25, 50, 100, 200 ... evaluations, and milliseconds for each ask.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/program_options.hpp>

#include "benchmarks/optimisers/study_main.h"
#include "benchmarks/optimisers/study_optimisers.h"
#include "benchmarks/optimisers/study_problems.h"
#include "benchmarks/optimisers/study_record.h"
#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "support/problems/mixed_problem.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace bora::tools {
namespace {

bool meets_all(const std::vector<double>& slacks) {
  return std::ranges::all_of(slacks, [](double slack) { return slack >= 0; });
}

struct Conduct {
  int budget = 200;
  int batch = 1;
  bool recommended = false;  ///< regret of the recommended point; false: of the best point found
  /// Distance of the recommended point to the nearest minimiser, in the unit cube (eq. 3.17), instead of a
  /// regret.
  bool distance = false;
  double noise = 0;  ///< standard deviation of the noise of the values that are told
};

// Returns the regret of the point with the largest posterior mean after the last ask, or its distance. While
// there is no model, returns that of the best point found.
double recommended_regret(const StudyProblem& problem, const MixedOptimiser& optimiser, bool distance) {
  const auto& bayesian = dynamic_cast<const BayesianOptimiser&>(optimiser);
  const Eigen::VectorXd point = bayesian.expected_maximum().value_or(optimiser.incumbent());
  if (!distance) return -problem.objective(point) - problem.minimum;
  const Eigen::ArrayXd side = problem.space.upper() - problem.space.lower();
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& minimiser : problem.minimisers.rowwise())
    nearest = std::min(nearest, ((point - minimiser.transpose()).array() / side).matrix().norm());
  return nearest;
}

StudyRun study(const StudyProblem& problem, const std::string& name, int seed, const Conduct& conduct,
               std::ostream& out) {
  // The name cocabo@4 means cocabo with four points for each ask.
  const auto optimiser = make_study_optimiser(name.substr(0, name.find('@')), problem.space, conduct.budget,
                                              static_cast<std::uint64_t>(seed), problem.constraints());
  Rng rng(mix_seed(static_cast<std::uint64_t>(seed), 0x6e6f697365));
  const int budget = conduct.budget, batch = conduct.batch;
  StudyRun run;
  std::ostringstream lines;
  const auto note_regret = [&](double regret, double seconds) {
    run.regrets.push_back(regret);
    run.seconds += seconds;
    lines << fmt::format("{},{},{},{},{:.9g},{:.6f}\n", problem.name, name, seed, run.regrets.size(),
                         run.regrets.back(), seconds);
  };
  const auto note = [&](double value, double seconds) { note_regret(-value - problem.minimum, seconds); };
  if (conduct.distance && problem.minimisers.rows() == 0)
    throw InputError("--regret: distance does not go with {}, whose minimisers are not known", problem.name);
  if (conduct.recommended && problem.slacks)
    throw InputError("--regret: recommended does not go with {}, which has constraints", problem.name);
  if (conduct.recommended) {
    // The next ask fits the model to an evaluation, so the recommendation after it is known only then.
    double before = 0;
    for (int evaluation = 0; evaluation <= budget; ++evaluation) {
      const std::clock_t start = std::clock();
      const auto trial = optimiser->ask().front();
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      if (evaluation > 0) note_regret(recommended_regret(problem, *optimiser, conduct.distance), before);
      before = seconds;
      optimiser->tell(trial.number, problem.objective(trial.point) + conduct.noise * rng.normal());
    }
    out << lines.str() << std::flush;
    return run;
  }
  double best = -std::numeric_limits<double>::infinity();  // best value of points that meet constraints
  while (static_cast<int>(run.regrets.size()) < budget) {
    // Measures processor time, which does not depend on other work on the machine.
    const std::clock_t start = std::clock();
    const auto trials = optimiser->ask(std::min(batch, budget - static_cast<int>(run.regrets.size())));
    const double seconds =
        static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(trials.size());
    for (const auto& trial : trials) {
      const double value = problem.objective(trial.point);
      if (problem.slacks) {
        const std::vector<double> slacks = problem.slacks(trial.point);
        const double told = conduct.noise > 0 ? value + conduct.noise * rng.normal() : value;
        optimiser->tell_constrained(trial.number, told, slacks);
        if (meets_all(slacks)) best = std::max(best, value);
        note(best, seconds);
        continue;
      }
      optimiser->tell(trial.number, conduct.noise > 0 ? value + conduct.noise * rng.normal() : value);
      note(conduct.noise > 0 ? problem.objective(optimiser->incumbent()) : optimiser->incumbent_value(),
           seconds);
    }
  }
  out << lines.str() << std::flush;  // whole or not at all
  return run;
}

// Serves the problem to an optimiser in another language. First prints a line of JSON that describes the
// space. Then, for each line of coordinates that it reads, prints the value to be minimised and the values of
// the constraints, which are met if <= 0.
int serve(const std::string& name) {
  const StudyProblem problem = make_study_problem(name);
  const auto listed = [](const auto& values) { return fmt::format("[{}]", fmt::join(values, ", ")); };
  std::cout << fmt::format(R"({{"levels": {}, "lower": {}, "upper": {}, "minimum": {}, "constraints": {}}})",
                           listed(problem.space.levels()), listed(problem.space.lower()),
                           listed(problem.space.upper()), problem.minimum, problem.constraints())
            << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    Eigen::VectorXd point(problem.space.dimension());
    for (double& coordinate : point) in >> coordinate;
    std::cout << fmt::format("{}", -problem.objective(point));
    if (problem.slacks)
      for (const double slack : problem.slacks(point)) std::cout << fmt::format(" {}", -slack);
    std::cout << std::endl;
  }
  return 0;
}

// Prints the processor seconds of an ask with n observations of a rough quadratic function in d dimensions:
// those of the first ask, which fits the hyper-parameters without earlier ones, and the mean of the next 20,
// with one more observation each. They are medians over three optimisers.
int print_ask_times(const std::string& optimisers, const std::string& counts, const std::string& dimensions) {
  constexpr int kNext = 20;
  const auto value = [](const Eigen::VectorXd& x) {
    return -(x.array() - 0.3).square().sum() + 0.1 * std::sin(20 * x.sum());
  };
  std::cout << "optimiser,dimensions,observations,first,next\n";
  for (const std::string& name : split(optimisers, ','))
    for (const std::string& dimension : split(dimensions, ','))
      for (const std::string& count : split(counts, ',')) {
        const int d = std::stoi(dimension), n = std::stoi(count);
        const MixedSpace space({}, Eigen::VectorXd::Zero(d), Eigen::VectorXd::Ones(d));
        std::vector<double> first, next;
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          const auto optimiser = make_study_optimiser(name, space, n, seed);
          Rng rng(mix_seed(seed, static_cast<std::uint64_t>(n)));
          for (int i = 0; i < n; ++i) {
            const Eigen::VectorXd x = space.sample(rng);
            optimiser->observe(x, value(x));
          }
          const auto timed_ask = [&] {
            const std::clock_t start = std::clock();
            const auto trial = optimiser->ask().front();
            const double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            optimiser->tell(trial.number, value(trial.point));
            return spent;
          };
          first.push_back(timed_ask());
          double sum = 0;
          for (int i = 0; i < kNext; ++i) sum += timed_ask();
          next.push_back(sum / kNext);
        }
        std::cout << fmt::format("{},{},{},{:.4f},{:.4f}", name, d, n, quantile_of(first, 0.5),
                                 quantile_of(next, 0.5))
                  << std::endl;
      }
  return 0;
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  std::string problems = "func2c", optimisers = "cocabo,random", seeds = "0-4", file, served, counts,
              dimensions = "5,20,60";
  std::string acquisitions, regret = "best";
  Conduct conduct;
  int& budget = conduct.budget;
  int& batch = conduct.batch;
  po::options_description options("optimiser_study");
  options.add_options()(
      "problems", po::value(&problems),
      ("of " + join(mixed_problem_names()) + ", and over boxes e.g. branin, levy:10").c_str())(
      "optimisers", po::value(&optimisers),
      "of bayes, random, tpe, one-hot, forest, exp3bo, mvrsm, bocs, casmopolitan, combo, cocabo, cocabo:LAMBDA")(
      "acquisitions", po::value(&acquisitions),
      "instead of --optimisers: bayes with each of these, e.g. fitbo-mm,pi*24 (averaged over 24 draws of "
      "hyper-parameters)")("seeds", po::value(&seeds), "e.g. 0-19")("budget", po::value(&budget),
                                                                    "evaluations a run")(
      "batch", po::value(&batch), "points an ask, told together")("out", po::value(&file),
                                                                  "CSV, gone on with if it is there")(
      "serve", po::value(&served), "evaluate this problem for others: points on standard input");
  options.add_options()(
      "regret", po::value(&regret),
      "best: of the best point found; recommended: of the model's; distance: how far that is from "
      "the nearest minimum, in the unit cube")("noise", po::value(&conduct.noise),
                                               "standard deviation of what is told around the value");
  options.add_options()("ask-times", po::value(&counts),
                        "instead: how long an ask takes after so many observations")(
      "dimensions", po::value(&dimensions), "of --ask-times");
  if (!parse_study(options, argc, argv)) return 0;
  if (!acquisitions.empty()) optimisers = "bayes:" + join(split(acquisitions, ','), ",bayes:");
  if (!counts.empty()) return print_ask_times(optimisers, counts, dimensions);
  if (!served.empty()) return serve(served);
  if (file.empty()) throw InputError("--out: is missing, expected a CSV file");
  conduct.distance = regret == "distance";
  conduct.recommended = conduct.distance || regret == "recommended";
  if (!conduct.recommended && regret != "best")
    throw InputError("--regret: '{}' is not one of best, recommended, distance", regret);
  if (conduct.recommended && (batch > 1 || ("," + optimisers).find(",bayes") == std::string::npos))
    throw InputError("--regret: {} goes with bayes and one point an ask", regret);
  const std::set<int> wanted = seed_range(seeds);
  auto runs = read_study(file);
  for (const auto& [key, found] : runs)
    if (static_cast<int>(found.regrets.size()) != budget)
      throw InputError("--out: '{}' holds runs of {} evaluations, not of --budget {}; name another file",
                       file, found.regrets.size(), budget);

  std::vector<std::string> named;
  for (const auto& optimiser : split(optimisers, ','))
    named.push_back(batch > 1 ? fmt::format("{}@{}", optimiser, batch) : optimiser);
  std::ofstream out(file, std::ios::app);
  if (!out) throw InputError("--out: '{}' cannot be written", file);
  if (out.tellp() == 0) out << kStudyColumns << '\n';
  for (const auto& name : split(problems, ',')) {
    const StudyProblem problem = make_study_problem(name);
    for (const auto& optimiser : named)
      for (const int seed : wanted)
        if (const StudyKey key{problem.name, optimiser, seed}; !runs.contains(key))
          runs[key] = study(problem, optimiser, seed, conduct, out);
  }
  std::vector<std::string> printed;
  for (const auto& name : split(problems, ','))
    printed.push_back(name.find('/') == std::string::npos ? name : name.substr(0, name.find(':')));
  print_study(runs, printed, named, wanted, budget);
  return 0;
}

}  // namespace
}  // namespace bora::tools

int main(int argc, char** argv) {
  return bora::tools::study_main("optimiser_study", bora::tools::run, argc, argv);
}
