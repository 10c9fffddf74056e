// How fast optimisers near the optimum of problems that know it.
//
//   optimiser_study --problems func2c,func3c --optimisers cocabo,cocabo:0.5,random --seeds 0-19 --budget 200
//   --out study.csv
//
// The regret is that of the best point found (that meets the constraints, if the problem has some), or, with
// --regret recommended, of the point at which the model then expects most (of Bayesian optimisers alone), the
// "immediate regret" of Hennig and Schuler 2012; --regret distance: how far that point is from the nearest
// minimiser (Ru 2021, eqs. 3.16 and 3.17). A line an evaluation goes to the CSV; what is in it already
// is not run again, so that a study that was interrupted goes on and others' results may stand beside ours.
// Then a table: median [quartiles] of the simple regret at 25, 50, 100, 200 ... evaluations, and seconds an
// ask.
#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/program_options.hpp>

#include "benchmarks/optimisers/boosted_digits.h"
#include "benchmarks/optimisers/nas_cells.h"
#include "benchmarks/optimisers/study_main.h"
#include "benchmarks/optimisers/svm_boston.h"
#include "benchmarks/optimisers/svm_digits.h"
#include "common/error.h"
#include "common/text.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/problems/mixed_problem.h"
#include "surrogates/problems/problem.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/mixed/exp3bo.h"
#include "surrogates/search/mixed/one_hot_search.h"
#include "surrogates/search/mixed/tree_parzen.h"

namespace {

using bora::InputError;

// A problem over either kind of space.
struct Problem {
  std::string name;
  bora::surrogates::MixedSpace space;
  double minimum;
  std::function<double(const Eigen::VectorXd&)> objective;  // to be maximised
  // Slacks of the constraints observed with the value, each met where it is >= 0; null: no constraints.
  std::function<std::vector<double>(const Eigen::VectorXd&)> slacks = {};
  Eigen::MatrixXd minimisers = {};
};

bool meets_all(const std::vector<double>& slacks) {
  return std::ranges::all_of(slacks, [](double slack) { return slack >= 0; });
}

// func2c, ..., or one over a box, NAME or NAME:DIMENSION.
Problem make_study_problem(const std::string& name) {
  const auto& mixed = bora::surrogates::mixed_problem_names();
  using Maker = std::unique_ptr<bora::surrogates::MixedProblem> (*)(const std::string&);
  static const std::map<std::string, Maker> of_data{{"svm-boston", bora::tools::make_svm_boston},
                                                    {"svm-mnist", bora::tools::make_svm_mnist},
                                                    {"xg-mnist", bora::tools::make_xg_mnist},
                                                    {"nas-cifar10", bora::tools::make_nas_cifar10}};
  const auto colon = name.find(':');
  if (const auto found = of_data.find(name.substr(0, colon)); found != of_data.end()) {
    if (colon == std::string::npos) throw InputError("--problems: {} needs its data, {}:PATH", name, name);
    const std::shared_ptr<bora::surrogates::MixedProblem> problem = found->second(name.substr(colon + 1));
    return {problem->name(), problem->space(), problem->minimum(),
            [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  }
  if (std::find(mixed.begin(), mixed.end(), name) != mixed.end()) {
    const std::shared_ptr<bora::surrogates::MixedProblem> problem =
        bora::surrogates::make_mixed_problem(name);
    return {name, problem->space(), problem->minimum(),
            [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  }
  const auto parts = bora::split(name, ':');
  const std::shared_ptr<bora::surrogates::Problem> problem =
      bora::surrogates::make_problem(parts.front(), parts.size() > 1 ? std::stoi(parts[1]) : 0);
  Problem study{name, bora::surrogates::MixedSpace({}, problem->box().lower, problem->box().upper),
                problem->minimum(), [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  study.minimisers = problem->minimisers();
  if (problem->constraints(problem->box().lower).size() > 0)
    study.slacks = [problem](const Eigen::VectorXd& x) {
      const Eigen::VectorXd slacks = -problem->constraints(x);
      return std::vector<double>(slacks.begin(), slacks.end());
    };
  return study;
}

// cocabo alone learns lambda.
std::unique_ptr<bora::surrogates::MixedOptimiser> make_optimiser(const std::string& name,
                                                                 const bora::surrogates::MixedSpace& space,
                                                                 int budget, std::uint64_t seed,
                                                                 int constraints = 0) {
  const auto parts = bora::split(name, ':');
  if (name == "random") return std::make_unique<bora::surrogates::RandomSearch>(space, seed);
  if (name == "tpe")
    return std::make_unique<bora::surrogates::TreeParzen>(space, bora::surrogates::TreeParzenOptions{}, seed);
  if (name == "one-hot") {
    bora::surrogates::BoxOptimiserOptions options;
    options.initial_points = 24;
    options.learn_noise = true;
    options.noise = 1e-3;
    return std::make_unique<bora::surrogates::OneHotSearch>(space, options, seed);
  }
  if (parts.front() == "casmopolitan" || parts.front() == "one-hot-region") {
    bora::surrogates::CasmopolitanOptions options;
    bora::NamedSettings settings(name);
    options.read(settings);
    settings.finish();
    if (parts.front() == "one-hot-region")
      return std::make_unique<bora::surrogates::OneHotSearch>(space, options, seed);
    return std::make_unique<bora::surrogates::Casmopolitan>(space, options, seed);
  }
  if (parts.front() == "bayes") {
    bora::surrogates::BayesianOptions options;
    options.budget = budget;
    options.constraints = constraints;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i] == "paper") {
        options.kernel = "se";
        options.transform_outputs = options.lengthscale_prior = false;
      } else if (parts[i].starts_with("margin=")) {
        options.margin = std::stod(parts[i].substr(7));
      } else if (parts[i].starts_with("points=")) {
        options.drawn_points = std::stoi(parts[i].substr(7));
      } else if (parts[i].starts_with("initial=")) {
        options.initial_points = std::stoi(parts[i].substr(8));
      } else if (parts[i].starts_with("pending=")) {
        options.pending = parts[i].substr(8);
      } else if (parts[i] == "raw") {
        options.transform_outputs = false;
      } else if (parts[i] == "flat") {
        options.lengthscale_prior = false;
      } else {
        // ei*20: averaged over 20 draws of hyper-parameters.
        const auto star = parts[i].find('*');
        options.acquisition = parts[i].substr(0, star);
        if (star != std::string::npos) options.marginalise = std::stoi(parts[i].substr(star + 1));
      }
    }
    return std::make_unique<bora::surrogates::BayesianOptimiser>(space, options, seed);
  }
  if (name == "forest") {
    bora::surrogates::BayesianOptions options;
    options.constraints = constraints;
    return bora::surrogates::make_forest_optimiser(space, options, seed);
  }
  if (name == "exp3bo") {
    bora::surrogates::Exp3BoOptions options;
    options.budget = budget;
    return std::make_unique<bora::surrogates::Exp3Bo>(space, options, seed);
  }
  if (parts.front() == "cocabo" && parts.size() <= 2) {
    bora::surrogates::CocaboOptions options;
    options.budget = budget;
    if (parts.size() == 2) options.lambda = std::stod(parts[1]);
    return std::make_unique<bora::surrogates::Cocabo>(space, options, seed);
  }
  throw InputError(
      "--optimisers: '{}' is none of "
      "bayes[:paper][:raw][:flat][:initial=N][:pending=POLICY][:margin=X][:points=N][:ACQUISITION[*DRAWS]], "
      "random, tpe, one-hot, one-hot-region, forest, exp3bo, casmopolitan[:SETTING...], "
      "cocabo, cocabo:LAMBDA",
      name);
}

struct Run {
  std::vector<double> regrets;  // simple, after each evaluation
  double seconds = 0;           // time of all asks
};
using Key = std::tuple<std::string, std::string, int>;  // problem, optimiser, seed

std::map<Key, Run> read(const std::string& file) {
  std::map<Key, Run> runs;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto fields = bora::split(line, ',');
    if (fields.size() != 6) throw InputError("{}: '{}' is not a line of a study", file, line);
    Run& run = runs[{fields[0], fields[1], std::stoi(fields[2])}];
    run.regrets.push_back(std::stod(fields[4]));
    run.seconds += std::stod(fields[5]);
  }
  return runs;
}

struct Conduct {
  int budget = 200;
  int batch = 1;
  bool recommended = false;  // else the best point found
  bool distance =
      false;  // distance of the recommended point to the nearest minimiser, in the unit cube (eq. 3.17)
  double noise = 0;  // standard deviation of what is told around the value
};

// Returns the regret of the point with the highest expected value after the last ask, or its distance;
// without a model, of the best point found.
double recommended_regret(const Problem& problem, const bora::surrogates::MixedOptimiser& optimiser,
                          bool distance) {
  const auto& bayesian = dynamic_cast<const bora::surrogates::BayesianOptimiser&>(optimiser);
  const Eigen::VectorXd point = bayesian.recommendation().value_or(optimiser.incumbent());
  if (!distance) return -problem.objective(point) - problem.minimum;
  const Eigen::ArrayXd side = problem.space.upper() - problem.space.lower();
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& minimiser : problem.minimisers.rowwise())
    nearest = std::min(nearest, ((point - minimiser.transpose()).array() / side).matrix().norm());
  return nearest;
}

Run study(const Problem& problem, const std::string& name, int seed, const Conduct& conduct,
          std::ostream& out) {
  // cocabo@4: four points an ask.
  const auto constraints =
      problem.slacks ? static_cast<int>(problem.slacks(problem.space.lower()).size()) : 0;
  const auto optimiser = make_optimiser(name.substr(0, name.find('@')), problem.space, conduct.budget,
                                        static_cast<std::uint64_t>(seed), constraints);
  bora::Rng rng(bora::mix_seed(static_cast<std::uint64_t>(seed), 0x6e6f697365));
  const int budget = conduct.budget, batch = conduct.batch;
  Run run;
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
    // The recommendation after an evaluation is known once the model has learnt of it, in the next ask.
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
    // Processor time, which other work on the machine does not lengthen.
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

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

void print(const std::map<Key, Run>& runs, const std::vector<std::string>& problems,
           const std::vector<std::string>& optimisers, const std::set<int>& seeds, int budget) {
  std::vector<int> points;
  for (const int point : {25, 50, 75, 100, 200, 400, 1000})
    if (point <= budget) points.push_back(point);
  if (points.empty() || points.back() < budget) points.push_back(budget);
  std::cout << "| problem | optimiser | seeds |";
  for (const int point : points) std::cout << " regret at " << point << " |";
  std::cout << " ms an ask |\n|---|---|---:|";
  for (std::size_t i = 0; i < points.size(); ++i) std::cout << "---:|";
  std::cout << "---:|\n";
  for (const auto& problem : problems)
    for (const auto& optimiser : optimisers) {
      std::vector<const Run*> found;
      for (const int seed : seeds)
        if (const auto run = runs.find({problem, optimiser, seed}); run != runs.end())
          found.push_back(&run->second);
      std::cout << fmt::format("| {} | {} | {} |", problem, optimiser, found.size());
      double seconds = 0;
      for (const Run* run : found) seconds += run->seconds / static_cast<double>(run->regrets.size());
      for (const int point : points) {
        std::vector<double> at;
        for (const Run* run : found)
          if (static_cast<int>(run->regrets.size()) >= point)
            at.push_back(run->regrets[static_cast<std::size_t>(point - 1)]);
        std::cout << (at.empty() ? std::string(" n/a |")
                                 : fmt::format(" {:.3g} [{:.2g}, {:.2g}] |", quantile(at, 0.5),
                                               quantile(at, 0.25), quantile(at, 0.75)));
      }
      std::cout << fmt::format(" {:.1f} |\n",
                               1e3 * seconds / std::max<double>(1, static_cast<double>(found.size())));
    }
}

// For optimisers in other languages: first a line of JSON that says what the space is, then, for each line of
// coordinates read, the value there, to be minimised, followed by those of constraints, met where <= 0.
int serve(const std::string& name) {
  const Problem problem = make_study_problem(name);
  const auto listed = [](const auto& values) { return fmt::format("[{}]", fmt::join(values, ", ")); };
  std::cout << fmt::format(R"({{"levels": {}, "lower": {}, "upper": {}, "minimum": {}, "constraints": {}}})",
                           listed(problem.space.levels()), listed(problem.space.lower()),
                           listed(problem.space.upper()), problem.minimum,
                           problem.slacks ? problem.slacks(problem.space.lower()).size() : 0)
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

// Processor seconds of an ask with n observations of a rough quadratic in d dimensions: of the first, which
// fits the hyper-parameters from nothing, and the mean of the next 20, told one by one. Medians of three
// optimisers.
int print_ask_times(const std::string& optimisers, const std::string& counts, const std::string& dimensions) {
  constexpr int kNext = 20;
  const auto value = [](const Eigen::VectorXd& x) {
    return -(x.array() - 0.3).square().sum() + 0.1 * std::sin(20 * x.sum());
  };
  std::cout << "optimiser,dimensions,observations,first,next\n";
  for (const std::string& name : bora::split(optimisers, ','))
    for (const std::string& dimension : bora::split(dimensions, ','))
      for (const std::string& count : bora::split(counts, ',')) {
        const int d = std::stoi(dimension), n = std::stoi(count);
        const bora::surrogates::MixedSpace space({}, Eigen::VectorXd::Zero(d), Eigen::VectorXd::Ones(d));
        std::vector<double> first, next;
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          const auto optimiser = make_optimiser(name, space, n, seed);
          bora::Rng rng(bora::mix_seed(seed, static_cast<std::uint64_t>(n)));
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
        std::cout << fmt::format("{},{},{},{:.4f},{:.4f}", name, d, n, quantile(first, 0.5),
                                 quantile(next, 0.5))
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
      ("of " + bora::join(bora::surrogates::mixed_problem_names()) + ", and over boxes e.g. branin, levy:10")
          .c_str())("optimisers", po::value(&optimisers),
                    "of bayes, random, tpe, one-hot, forest, exp3bo, casmopolitan, cocabo, cocabo:LAMBDA")(
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
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  if (!acquisitions.empty()) optimisers = "bayes:" + bora::join(bora::split(acquisitions, ','), ",bayes:");
  if (!counts.empty()) return print_ask_times(optimisers, counts, dimensions);
  if (!served.empty()) return serve(served);
  if (file.empty()) throw InputError("--out: is missing, expected a CSV file");
  conduct.distance = regret == "distance";
  conduct.recommended = conduct.distance || regret == "recommended";
  if (!conduct.recommended && regret != "best")
    throw InputError("--regret: '{}' is none of best, recommended, distance", regret);
  if (conduct.recommended && (batch > 1 || ("," + optimisers).find(",bayes") == std::string::npos))
    throw InputError("--regret: {} goes with bayes and one point an ask", regret);
  const std::set<int> wanted = bora::tools::seed_range(seeds);
  auto runs = read(file);
  for (const auto& [key, found] : runs)
    if (static_cast<int>(found.regrets.size()) != budget)
      throw InputError("--out: '{}' holds runs of {} evaluations, not of --budget {}; name another file",
                       file, found.regrets.size(), budget);

  std::vector<std::string> named;
  for (const auto& optimiser : bora::split(optimisers, ','))
    named.push_back(batch > 1 ? fmt::format("{}@{}", optimiser, batch) : optimiser);
  std::ofstream out(file, std::ios::app);
  if (!out) throw InputError("--out: '{}' cannot be written", file);
  if (out.tellp() == 0) out << "problem,optimiser,seed,evaluation,regret,seconds\n";
  for (const auto& name : bora::split(problems, ',')) {
    const Problem problem = make_study_problem(name);
    for (const auto& optimiser : named)
      for (const int seed : wanted)
        if (const Key key{problem.name, optimiser, seed}; !runs.contains(key))
          runs[key] = study(problem, optimiser, seed, conduct, out);
  }
  std::vector<std::string> printed;
  for (const auto& name : bora::split(problems, ','))
    printed.push_back(name.find('/') == std::string::npos ? name : name.substr(0, name.find(':')));
  print(runs, printed, named, wanted, budget);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("optimiser_study", run, argc, argv);
}
