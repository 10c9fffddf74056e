// Models of learning curves, and searches that use them, on the curves of networks that are trained already
// (Hutchinson, "Architecture search for Bayesian neural networks", tables 5.1 to 5.4, figures 5.7 to 5.14).
//
//   bo-nas --space bnn --data uci/energy --strategy random --budget 100 ... --out energy
//   curve_study --searches energy --seeds 100-115
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random.h"
#include "data/files/csv_table.h"
#include "nas/curves/held_out_curves.h"

namespace {

namespace po = boost::program_options;
using bora::InputError;
using bora::Rng;
using bora::nas::CurveSearchOptions;
using bora::nas::CurveTable;
using Eigen::VectorXd;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kDraws = "draws=";

struct Curves {
  CurveTable table;  // all networks, each trained to the end
  VectorXd steps;    // k: steps of the checkpoints
};

// Networks of a search that were trained to the end, with depth and logarithm of the width in the unit box.
Curves read(const std::string& folder) {
  std::map<std::string, std::map<double, double>> curves;
  std::map<std::string, Eigen::Vector2d> shapes;
  for (const auto& row : bora::data::read_csv(std::filesystem::path(folder) / "results.csv",
                                              {"network", "depth", "width", "step", "log_likelihood"})) {
    const auto number = [&](std::size_t column) {
      return bora::to_number<double>(row.fields[column]).value_or(kNone);
    };
    if (row.fields[4].empty()) continue;  // its training failed
    curves[row.fields[0]][number(3)] = number(4);
    shapes[row.fields[0]] = {number(1), std::log(number(2))};
  }
  std::size_t k = 0;
  for (const auto& [network, curve] : curves) k = std::max(k, curve.size());
  std::erase_if(curves, [&](const auto& entry) { return entry.second.size() < k; });
  if (curves.size() < 4) throw InputError("{}: {} networks, expected at least 4", folder, curves.size());
  const auto n = static_cast<Eigen::Index>(curves.size()), outputs = static_cast<Eigen::Index>(k);
  Curves all{{Eigen::MatrixXd(n, 2), Eigen::MatrixXd(n, outputs)}, VectorXd(outputs)};
  Eigen::Index at = 0;
  for (const auto& [network, curve] : curves) {
    all.table.X.row(at) = shapes[network];
    Eigen::Index output = 0;
    for (const auto& [step, value] : curve) {
      all.steps[output] = step;
      all.table.Y(at, output++) = value;
    }
    ++at;
  }
  for (auto column : all.table.X.colwise()) {
    const double low = column.minCoeff(), high = column.maxCoeff();
    column = high > low ? VectorXd((column.array() - low) / (high - low)) : VectorXd::Constant(n, 0.5);
  }
  return all;
}

// Returns the mean log density of the last values of the networks that the model is not fitted to, given
// their earlier values.
double validation(const Curves& curves, const bora::surrogates::GparOptions& options, int train, int seed) {
  const auto n = static_cast<int>(curves.table.X.rows());
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Rng rng(static_cast<std::uint64_t>(seed));
  rng.shuffle(order);
  const std::vector<int> learnt(order.begin(), order.begin() + train),
      others(order.begin() + train, order.end());
  bora::surrogates::Gpar model(curves.table.X(learnt, Eigen::all), curves.table.Y(learnt, Eigen::all),
                               options);
  model.fit(rng);
  double sum = 0;
  for (const int network : others) {
    VectorXd known = curves.table.Y.row(network);
    const double value = std::exchange(known[known.size() - 1], kNone);
    sum += model.final_log_density(curves.table.X.row(network), known, value, 1, rng);
  }
  return sum / static_cast<double>(others.size());
}

std::string text_of(const std::vector<double>& values) {
  const auto interval = bora::nas::mean_interval(values);
  return fmt::format("{:.3f} ± {:.3f}", interval.mean, interval.half_width);
}

using NamedOptions = std::vector<std::pair<std::string, bora::surrogates::GparOptions>>;

// Returns the kernels of tables 5.1 and 5.2; the first is that of independent processes.
NamedOptions kernel_choices() {
  NamedOptions choices;
  for (const bool inputs : {false, true})
    for (const std::string outputs : {"none", "nonlinear", "linear", "both"}) {
      bora::surrogates::GparOptions options;
      options.linear_on_inputs = inputs;
      options.linear_on_outputs = outputs == "linear" || outputs == "both";
      options.nonlinear_on_outputs = outputs == "nonlinear" || outputs == "both";
      choices.emplace_back(outputs + (inputs ? ", linear on inputs" : ""), options);
    }
  return choices;
}

// Returns independent processes, then the settings of tables 5.3 and 5.4, with the linear kernel on outputs.
// With free scales, outputs share no parameter, so joint training equals training one by one.
NamedOptions setting_choices() {
  NamedOptions choices{kernel_choices().front()};
  for (const int markov : {1, 0})
    for (const auto& [name, tied, joint] : {std::tuple{"tied scales, joint", true, true},
                                            {"tied scales, one by one", true, false},
                                            {"free scales", false, false}}) {
      bora::surrogates::GparOptions options;
      options.markov = markov;
      options.tied_scales = tied;
      options.joint = joint;
      choices.emplace_back(fmt::format("{}, Markov length {}", name, markov == 1 ? "1" : "all"), options);
    }
  return choices;
}

void compare_models(const Curves& curves, const std::string& heading, const NamedOptions& choices, int train,
                    const std::vector<int>& seeds) {
  std::cout << fmt::format(
      "\n| {}, {} networks to learn from | log density | minus the first row |\n|---|---:|---:|\n", heading,
      train);
  std::vector<double> first;
  for (const auto& [name, options] : choices) {
    std::vector<double> values, differences;
    for (const int seed : seeds) values.push_back(validation(curves, options, train, seed));
    if (first.empty()) first = values;
    for (std::size_t i = 0; i < values.size(); ++i) differences.push_back(values[i] - first[i]);
    std::cout << fmt::format("| {} | {} | {} |\n", name, text_of(values), text_of(differences)) << std::flush;
  }
}

// Returns the best last value of the networks that are trained to the end when each share of the steps of all
// trainings is spent.
std::vector<double> search(const Curves& curves, const CurveSearchOptions& options,
                           const std::vector<double>& shares) {
  CurveTable known{curves.table.X,
                   Eigen::MatrixXd::Constant(curves.table.Y.rows(), curves.table.Y.cols(), kNone)};
  const double total = curves.steps.tail(1)[0] * static_cast<double>(known.X.rows());
  double spent = 0, best = kNone;
  std::vector<double> found;
  for (int round = 0; found.size() < shares.size(); ++round) {
    const auto networks = next_networks(known, options, round);
    for (const int network : networks) {
      const int at = known.reached(network);
      spent += curves.steps[at] - (at > 0 ? curves.steps[at - 1] : 0);
      while (found.size() < shares.size() && spent > shares[found.size()] * total) found.push_back(best);
      known.Y(network, at) = curves.table.Y(network, at);
      if (known.complete(network)) best = std::fmax(best, known.Y(network, at));
    }
    if (networks.empty()) found.resize(shares.size(), best);
  }
  return found;
}

// Parses STRATEGY[:ACQUISITION][:one-by-one][:draws=N]; one-by-one fixes the scales of a chain after the
// first output, and N is the number of draws of the model that give a network's mean and variance.
CurveSearchOptions search_options(const std::string& strategy) {
  CurveSearchOptions options;
  const auto parts = bora::split(strategy, ':');
  options.strategy = parts[0];
  for (std::size_t k = 1; k < parts.size(); ++k)
    if (parts[k] == "one-by-one")
      options.gpar.joint = false;
    else if (parts[k].starts_with(kDraws))
      options.samples = bora::parse_number<int>(parts[k].substr(kDraws.size()), "--strategies: draws", 2);
    else
      options.acquisition = parts[k];
  return options;
}

void compare_searches(const Curves& curves, const std::string& strategies, const std::vector<int>& seeds) {
  const std::vector<double> shares{0.25, 0.35, 0.5};
  const double most = curves.table.Y.rightCols(1).maxCoeff();
  std::cout << "\n| strategy | regret after 25% of all trainings | 35% | 50% |\n|---|---:|---:|---:|\n";
  for (const auto& strategy : bora::split(strategies, ',')) {
    CurveSearchOptions options = search_options(strategy);
    std::vector<std::vector<double>> regrets(shares.size());
    for (const int seed : seeds) {
      options.seed = static_cast<std::uint64_t>(seed);
      const auto found = search(curves, options, shares);
      for (std::size_t i = 0; i < shares.size(); ++i) regrets[i].push_back(most - found[i]);
    }
    std::cout << fmt::format("| {} | {} | {} | {} |\n", strategy, text_of(regrets[0]), text_of(regrets[1]),
                             text_of(regrets[2]))
              << std::flush;
  }
}

// Differences of log densities, linear chain minus independent processes, of the last value of each network,
// averaged over cross-validations.
struct ChainDifferences {
  VectorXd given, unseen;  // s: given the network's earlier values, given none of them
};

ChainDifferences chain_differences(const Curves& curves, bool joint, int parts,
                                   const std::vector<int>& seeds) {
  CurveSearchOptions options;
  options.gpar.joint = joint;
  const VectorXd none = VectorXd::Zero(curves.table.X.rows());
  ChainDifferences all{none, none};
  for (const int seed : seeds) {
    options.seed = static_cast<std::uint64_t>(seed);
    for (const bora::nas::HeldOutCurve& curve : bora::nas::held_out_curves(curves.table, options, parts)) {
      all.given[curve.network] += (curve.begun - curve.independent) / static_cast<double>(seeds.size());
      all.unseen[curve.network] += (curve.unseen - curve.independent) / static_cast<double>(seeds.size());
    }
  }
  return all;
}

void print_held_out(const std::string& name, const ChainDifferences& joint,
                    const ChainDifferences& one_by_one) {
  const auto print = [&](const std::string& row, const VectorXd& given, const VectorXd& unseen) {
    std::cout << fmt::format("| {} | {} | {} | {} |\n", name, row, text_of({given.begin(), given.end()}),
                             text_of({unseen.begin(), unseen.end()}));
  };
  print("joint minus independent", joint.given, joint.unseen);
  print("one by one minus independent", one_by_one.given, one_by_one.unseen);
  print("one by one minus joint", one_by_one.given - joint.given, one_by_one.unseen - joint.unseen);
  std::cout << std::flush;
}

// Cross-validates chains with both kinds of training. The folders must have the same networks, such as those
// of several seeds of training; the last rows are of the means of each network over the folders.
void compare_chains(const std::vector<std::string>& folders, int parts, const std::vector<int>& seeds) {
  std::cout << fmt::format(
      "\n| {} parts | chains | earlier values given | nothing given |\n|---|---|---:|---:|\n", parts);
  const Eigen::MatrixXd X = read(folders.front()).table.X;
  const VectorXd none = VectorXd::Zero(X.rows());
  ChainDifferences joint{none, none}, one_by_one{none, none};
  for (const auto& folder : folders) {
    const Curves curves = read(folder);
    if (curves.table.X.rows() != X.rows() || curves.table.X != X)
      throw InputError("{}: other networks than in {}", folder, folders.front());
    const auto together = chain_differences(curves, true, parts, seeds),
               apart = chain_differences(curves, false, parts, seeds);
    print_held_out(folder, together, apart);
    const auto count = static_cast<double>(folders.size());
    joint.given += together.given / count;
    joint.unseen += together.unseen / count;
    one_by_one.given += apart.given / count;
    one_by_one.unseen += apart.unseen / count;
  }
  if (folders.size() > 1) print_held_out(fmt::format("mean of {}", folders.size()), joint, one_by_one);
}

int run(int argc, char** argv) {
  std::string searches, seeds = "100-115", splits = "100-104",
                        strategies = "random,final,gpar,gpar:pi,gpar:ucb,gpar:one-by-one,halving,hyperband";
  int few = 10, held_out = 0;
  po::options_description options("curve_study");
  options.add_options()("searches", po::value(&searches)->required(),
                        "folders of bo-nas --space bnn, separated by commas")(
      "seeds", po::value(&seeds), "of searches, e.g. 100-115")("splits", po::value(&splits),
                                                               "seeds of the models' splits")(
      "strategies", po::value(&strategies),
      "gpar[:ACQUISITION][:one-by-one][:draws=N], final[:ACQUISITION][:draws=N], random, halving, hyperband")(
      "few", po::value(&few),
      "networks to learn from in the last two tables of a folder; the first two have half of all")(
      "held-out", po::value(&held_out),
      "parts of the cross-validations, one for each of --splits, which compare linear chains with independent "
      "processes; 0: no cross-validation");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  const auto of_searches = bora::tools::seed_range(seeds), of_splits = bora::tools::seed_range(splits);
  for (const auto& folder : bora::split(searches, ',')) {
    const Curves curves = read(folder);
    const auto n = static_cast<int>(curves.table.X.rows());
    if (few < 2 || few >= n) throw InputError("--few: got {}, expected 2 to {}", few, n - 1);
    std::cout << fmt::format("\n{}: {} networks\n", folder, n);
    compare_searches(curves, strategies, {of_searches.begin(), of_searches.end()});
    for (const int train : {n / 2, few}) {
      compare_models(curves, "kernels", kernel_choices(), train, {of_splits.begin(), of_splits.end()});
      compare_models(curves, "settings", setting_choices(), train, {of_splits.begin(), of_splits.end()});
    }
  }
  if (held_out > 0)
    compare_chains(bora::split(searches, ','), held_out, {of_splits.begin(), of_splits.end()});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("curve_study", run, argc, argv);
}
