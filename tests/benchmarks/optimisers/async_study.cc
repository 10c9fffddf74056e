// Study of policies for pending points, asynchronously and in batches, on workers in simulated time.
//
//   async_study --problems ack-5,mic-5,egg-2 --policies believer,lp,hlp,local-lp,local-hlp --workers 2,8
//   --modes asynchronous,synchronous --seeds 100-119 --out async.csv
//
// Appends a line to the CSV for each run, except for runs that it already has. Then prints tables of the
// natural logarithm of the simple regret, as the mean (and standard deviation) over seeds, after numbers of
// evaluations and at times, in units of the mean time of an evaluation.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "benchmarks/optimisers/async_problems.h"
#include "benchmarks/optimisers/async_search.h"
#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/text.h"
#include "support/workers/simulated_workers.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace {

using bora::InputError;
using Eigen::VectorXd;

struct Setting {
  std::string settings, times;  // thesis or defaults; of work_time_names()
  int evaluations;              // after the first ones
};

// Settings of a run, and the regrets that it reached.
struct Key {
  std::string problem, settings, mode, policy;
  int workers = 0, evaluations = 0, seed = 0;
  std::string times;
  auto operator<=>(const Key&) const = default;
};
struct Step {
  int evaluation;  // after the first ones, from 0
  double time, regret;
};
struct Run {
  std::vector<Step> steps;  // only those that improve
  double end = 0;           // end of the last evaluation
  double seconds = 0;       // processor time of an ask
};

constexpr const char* kHead = "problem,settings,mode,policy,workers,evaluations,seed,times,end,seconds,steps";

std::map<Key, Run> read(const std::string& file) {
  std::map<Key, Run> runs;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto fields = bora::split(line, ',');
    if (fields.size() != 11) throw InputError("{}: '{}' is not a line of this study", file, line);
    Run& run = runs[{fields[0], fields[1], fields[2], fields[3], std::stoi(fields[4]), std::stoi(fields[5]),
                     std::stoi(fields[6]), fields[7]}];
    run.end = std::stod(fields[8]);
    run.seconds = std::stod(fields[9]);
    for (const auto& step : bora::split(fields[10], ' ')) {
      const auto parts = bora::split(step, ':');
      if (parts.size() != 3) throw InputError("{}: '{}' is not a step of a run", file, step);
      run.steps.push_back({std::stoi(parts[0]), std::stod(parts[1]), std::stod(parts[2])});
    }
  }
  return runs;
}

// Measures the processor time of asks, in seconds.
class Timed final : public bora::surrogates::Optimiser<VectorXd> {
 public:
  explicit Timed(bora::surrogates::MixedOptimiser& of) : of_(of) {}
  std::vector<bora::surrogates::Trial<VectorXd>> ask(int q) override {
    const std::clock_t start = std::clock();
    auto trials = of_.ask(q);
    seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return trials;
  }
  void tell(std::int64_t trial, double value) override { of_.tell(trial, value); }
  void fail(std::int64_t trial) override { of_.fail(trial); }
  void abandon(std::int64_t trial) override { of_.abandon(trial); }
  void observe(const VectorXd& point, double value) override { of_.observe(point, value); }
  int observations() const override { return of_.observations(); }
  int pending() const override { return of_.pending(); }
  VectorXd incumbent() const override { return of_.incumbent(); }
  double incumbent_value() const override { return of_.incumbent_value(); }
  double seconds = 0;

 private:
  bora::surrogates::MixedOptimiser& of_;
};

std::unique_ptr<bora::surrogates::MixedOptimiser> make_search(const Key& key,
                                                              const bora::surrogates::MixedSpace& space) {
  const auto seed = static_cast<std::uint64_t>(key.seed);
  if (key.policy == "random") return std::make_unique<bora::surrogates::RandomSearch>(space, seed);
  if (key.settings == "thesis") return bora::tools::make_thesis_search(space, key.policy, key.workers, seed);
  bora::surrogates::BayesianOptions options;
  options.initial_points = 3 * space.dimension() + key.workers;
  options.pending = key.policy;
  return std::make_unique<bora::surrogates::BayesianOptimiser>(space, options, seed);
}

Run run_one(const Key& key, const bora::tools::AsyncProblem& problem) {
  const auto search = make_search(key, problem.space);
  Timed timed(*search);
  bora::surrogates::SimulatedWorkersOptions options;
  options.workers = key.workers;
  options.asynchronous = key.mode == "asynchronous";
  options.first = 3 * problem.space.dimension();
  options.evaluations = options.first + key.evaluations;
  options.seed = static_cast<std::uint64_t>(key.seed);
  const auto records = bora::surrogates::simulate_workers<VectorXd>(
      timed, [&](const VectorXd& x) { return -problem.value(x); },
      bora::surrogates::time_of_work<VectorXd>(bora::surrogates::parse_work_time(key.times)), options);
  Run run;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const double regret = -records[i].best - problem.minimum;
    const int evaluation = std::max(0, static_cast<int>(i) + 1 - options.first);
    if (run.steps.empty() || regret < run.steps.back().regret)
      run.steps.push_back({evaluation, records[i].ended, regret});
  }
  run.end = records.back().ended;
  run.seconds = timed.seconds / key.evaluations;
  return run;
}

std::string line_of(const Key& key, const Run& run) {
  std::vector<std::string> steps;
  for (const Step& step : run.steps)
    steps.push_back(fmt::format("{}:{:.6g}:{:.9g}", step.evaluation, step.time, step.regret));
  return fmt::format("{},{},{},{},{},{},{},{},{:.6g},{:.6f},{}\n", key.problem, key.settings, key.mode,
                     key.policy, key.workers, key.evaluations, key.seed, key.times, run.end, run.seconds,
                     bora::join(steps, " "));
}

// Returns the logarithm of the regret after the last step for which before() is true, or after the first
// step.
template <typename Before>
double log_regret(const Run& run, const Before& before) {
  double regret = run.steps.front().regret;
  for (const Step& step : run.steps)
    if (before(step)) regret = step.regret;
  constexpr double kLeast = 1e-12;  // below which differences are rounding
  return std::log(std::max(regret, kLeast));
}

std::string mean_and_deviation(const std::vector<double>& values) {
  if (values.empty()) return "";
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double freedom = std::max(1.0, static_cast<double>(values.size()) - 1);
  return fmt::format("{:.2f} ({:.2f})", mean, std::sqrt(squares / freedom));
}

struct Wanted {
  std::vector<std::string> problems, policies, modes;
  std::vector<int> workers;
  std::set<int> seeds;
  Setting setting;
};

// Prints a table with a row for each number of workers, problem and mode, and a column for each policy. at:
// place in a run, by its number of workers; of: value of a run at this place.
void print(const std::map<Key, Run>& runs, const Wanted& wanted, const std::string& title,
           const std::function<double(int workers)>& at,
           const std::function<double(const Run& run, double at)>& of) {
  std::cout << '\n' << title << "\n\n| workers | problem | mode | at | seeds |";
  for (const auto& policy : wanted.policies) std::cout << ' ' << policy << " |";
  std::cout << "\n|---:|---|---|---:|---:|";
  for (std::size_t i = 0; i < wanted.policies.size(); ++i) std::cout << "---:|";
  std::cout << '\n';
  for (const int workers : wanted.workers)
    for (const auto& problem : wanted.problems)
      for (const auto& mode : wanted.modes) {
        std::vector<std::string> cells;
        std::set<std::size_t> counts;
        for (const auto& policy : wanted.policies) {
          std::vector<double> values;
          for (const int seed : wanted.seeds) {
            const auto found = runs.find({problem, wanted.setting.settings, mode, policy, workers,
                                          wanted.setting.evaluations, seed, wanted.setting.times});
            if (found != runs.end()) values.push_back(of(found->second, at(workers)));
          }
          counts.insert(values.size());
          cells.push_back(mean_and_deviation(values));
        }
        const std::string seeds = *counts.begin() == *counts.rbegin()
                                      ? fmt::format("{}", *counts.begin())
                                      : fmt::format("{}-{}", *counts.begin(), *counts.rbegin());
        std::cout << fmt::format("| {} | {} | {} | {:g} | {} | {} |\n", workers, problem, mode, at(workers),
                                 seeds, bora::join(cells, " | "));
      }
}

void print_tables(const std::map<Key, Run>& runs, const Wanted& wanted) {
  const auto after = [](const Run& run, double evaluations) {
    return log_regret(run, [&](const Step& step) { return step.evaluation <= evaluations; });
  };
  for (const int evaluations : {50, 75, 100})
    if (evaluations <= wanted.setting.evaluations)
      print(
          runs, wanted, fmt::format("Log regret after {} evaluations", evaluations),
          [&](int /*workers*/) { return evaluations; }, after);
  print(
      runs, wanted, "Log regret at the time in which workers that never wait do half of the evaluations",
      [&](int workers) { return 0.5 * wanted.setting.evaluations / workers; },
      [](const Run& run, double time) {
        return log_regret(run, [&](const Step& step) { return step.time <= time; });
      });
  print(
      runs, wanted, "Time of all evaluations", [&](int /*workers*/) { return wanted.setting.evaluations; },
      [](const Run& run, double /*at*/) { return run.end; });
  print(
      runs, wanted, "Processor's milliseconds for a point asked for",
      [&](int /*workers*/) { return wanted.setting.evaluations; },
      [](const Run& run, double /*at*/) { return 1e3 * run.seconds; });
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  std::string problems = "ack-5,mic-5,egg-2", policies = "believer,lp,hlp,local-lp,local-hlp",
              workers = "2,4,8,16", modes = "asynchronous", seeds = "0-4", file;
  Wanted wanted;
  wanted.setting = {"thesis", "half-normal", 100};
  po::options_description options("async_study");
  options.add_options()("problems", po::value(&problems), "ack-D, mic-D, egg-2, mat-D, nrobot-4")(
      "policies", po::value(&policies),
      ("of " + bora::join(bora::surrogates::pending_policy_names()) +
       ", random, thompson, authors-hlp, authors-local-hlp")
          .c_str())("workers", po::value(&workers), "e.g. 2,4,8,16")(
      "modes", po::value(&modes), "asynchronous,synchronous")("seeds", po::value(&seeds), "e.g. 100-119")(
      "settings", po::value(&wanted.setting.settings), "thesis, or defaults: those of bora's own search")(
      "times", po::value(&wanted.setting.times), bora::join(bora::surrogates::work_time_names()).c_str())(
      "evaluations", po::value(&wanted.setting.evaluations), "after the first 3 D")(
      "out", po::value(&file), "CSV, gone on with if it is there");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  if (file.empty()) throw InputError("--out: is missing, expected a CSV file");
  if (wanted.setting.settings != "thesis" && wanted.setting.settings != "defaults")
    throw InputError("--settings: '{}' is not one of thesis, defaults", wanted.setting.settings);
  if (wanted.setting.evaluations < 1)
    throw InputError("--evaluations: {} is below 1", wanted.setting.evaluations);
  bora::surrogates::parse_work_time(wanted.setting.times);
  wanted.problems = bora::split(problems, ',');
  wanted.policies = bora::split(policies, ',');
  wanted.modes = bora::split(modes, ',');
  wanted.seeds = bora::tools::seed_range(seeds);
  for (const auto& count : bora::split(workers, ',')) wanted.workers.push_back(std::stoi(count));
  for (const auto& mode : wanted.modes)
    if (mode != "asynchronous" && mode != "synchronous")
      throw InputError("--modes: '{}' is not one of asynchronous, synchronous", mode);
  for (const auto& policy : wanted.policies)
    if (policy != "random" &&
        !((policy == "thompson" || policy.starts_with("authors-")) && wanted.setting.settings == "thesis"))
      bora::surrogates::check_pending_policy(policy);

  auto runs = read(file);
  std::ofstream out(file, std::ios::app);
  if (!out) throw InputError("--out: '{}' cannot be written", file);
  if (out.tellp() == 0) out << kHead << '\n';
  std::vector<bora::tools::AsyncProblem> made;
  for (const auto& name : wanted.problems) made.push_back(bora::tools::make_async_problem(name));
  // Seeds are the outermost loop, so that an interrupted study has as many seeds of all settings.
  for (const int seed : wanted.seeds)
    for (const auto& problem : made)
      for (const int count : wanted.workers)
        for (const auto& mode : wanted.modes)
          for (const auto& policy : wanted.policies) {
            const Key key{problem.name, wanted.setting.settings,    mode, policy,
                          count,        wanted.setting.evaluations, seed, wanted.setting.times};
            if (runs.contains(key)) continue;
            out << line_of(key, runs[key] = run_one(key, problem)) << std::flush;
          }
  print_tables(runs, wanted);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("async_study", run, argc, argv);
}
