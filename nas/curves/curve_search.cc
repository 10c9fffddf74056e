#include "nas/curves/curve_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "common/setting_error.h"
#include "surrogates/acquisition/acquisition.h"

namespace bora::nas {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<int> random_order(const CurveTable& table, const CurveSearchOptions& options) {
  return Rng(mix_seed(options.seed, "order")).permutation(static_cast<int>(table.X.rows()));
}

// Returns the networks that model-based searches train to the end first. Failed ones are replaced by the next
// of the order, because a model needs at least one complete network.
std::vector<int> initial_networks(const CurveTable& table, const CurveSearchOptions& options) {
  auto order = random_order(table, options);
  std::erase_if(order, [&](int network) { return table.failed.contains(network); });
  order.resize(std::min(order.size(), static_cast<std::size_t>(options.initial)));
  return order;
}

// Returns the first `count` of `order` that are neither complete nor failed.
std::vector<int> incomplete(const CurveTable& table, const std::vector<int>& order, int count) {
  std::vector<int> found;
  for (const int network : order)
    if (std::ssize(found) < count && !table.ended(network)) found.push_back(network);
  return found;
}

constexpr double kRounding = 1e-9;  // tolerance for rounding errors in sums of costs

// Returns the number of networks of a bracket of `size` that continue after `rungs` rungs.
int networks_kept(int size, int factor, int rungs) {
  return rungs == 0 ? size : std::max(1, static_cast<int>(std::floor(size / std::pow(factor, rungs))));
}

// Returns the cost of a bracket of `size` networks that begins at checkpoint `first`, if none fails.
double bracket_cost(int size, int factor, int first, const CurveBudget& budget) {
  const auto checkpoints = static_cast<int>(budget.costs.size());
  double cost = size * budget.cost(0, first + 1);
  for (int rung = first + 1; rung < checkpoints; ++rung)
    cost += networks_kept(size, factor, rung - first) * budget.cost(rung, rung + 1);
  return cost;
}

// Returns the stopped networks to advance after all brackets, at most options.parallel: those at later
// checkpoints first, of these the ones with the best values at their checkpoint. With a budget, only networks
// that it covers to the end.
std::vector<int> best_stopped(const CurveTable& table, const CurveSearchOptions& options,
                              const CurveBudget& budget) {
  const auto checkpoints = static_cast<int>(table.Y.cols());
  std::vector<int> stopped;
  for (int network = 0; network < table.X.rows(); ++network)
    if (table.reached(network) > 0 && !table.ended(network)) stopped.push_back(network);
  std::ranges::stable_sort(stopped, std::greater{}, [&](int network) {
    const int reached = table.reached(network);
    return std::pair(reached, table.Y(network, reached - 1));
  });
  stopped.resize(std::min(stopped.size(), static_cast<std::size_t>(options.parallel)));
  if (!budget.bounded()) return stopped;
  double left = budget.total + kRounding - budget.spent(table);
  const auto too_much = std::ranges::find_if(stopped, [&](int network) {
    left -= budget.cost(table.reached(network), checkpoints);
    return left < 0;
  });
  stopped.erase(too_much, stopped.end());
  return stopped;
}

// Returns the next networks of `halving` or `hyperband`. Each bracket takes the next networks of the random
// order and trains them to its first checkpoint; from each checkpoint on, the best one in `factor` of those
// that have not failed continue. A bracket that would exceed the budget has fewer networks. If no network is
// left or the budget allows none, stopped networks continue.
std::vector<int> next_of_brackets(const CurveTable& table, const CurveSearchOptions& options,
                                  const CurveBudget& budget) {
  const auto order = random_order(table, options);
  const auto checkpoints = static_cast<int>(table.Y.cols());
  const bool hyperband = options.strategy == "hyperband";
  std::size_t at = 0;
  double left = budget.total + kRounding;
  for (int bracket = 0; at < order.size(); ++bracket) {
    const int first = hyperband ? bracket % checkpoints : 0;
    const int rungs = checkpoints - first;
    double size = std::pow(options.factor, rungs - 1);
    if (hyperband) size = std::ceil(static_cast<double>(checkpoints) / rungs * size - 1e-9);
    auto all = static_cast<int>(std::min(static_cast<double>(order.size() - at), size));
    if (budget.bounded()) {
      while (all > 0 && bracket_cost(all, options.factor, first, budget) > left) --all;
      if (all == 0) break;
      left -= bracket_cost(all, options.factor, first, budget);
    }
    std::vector<int> members(order.begin() + static_cast<std::ptrdiff_t>(at),
                             order.begin() + static_cast<std::ptrdiff_t>(at) + all);
    at += members.size();
    for (int rung = first; rung < checkpoints; ++rung) {
      std::erase_if(members, [&](int network) {
        return table.failed.contains(network) && table.reached(network) <= rung;
      });
      std::vector<int> missing;
      for (const int network : members)
        if (table.reached(network) <= rung) missing.push_back(network);
      if (!missing.empty()) {
        missing.resize(std::min(missing.size(), static_cast<std::size_t>(options.parallel)));
        return missing;
      }
      std::ranges::stable_sort(members, std::greater{}, [&](int network) { return table.Y(network, rung); });
      const auto kept = static_cast<std::size_t>(networks_kept(all, options.factor, rung - first + 1));
      members.resize(std::min(members.size(), kept));
    }
  }
  return best_stopped(table, options, budget);
}

// Returns the networks that maximise the acquisition under the model, at most options.parallel.
std::vector<int> next_by_model(const CurveTable& table, const CurveSearchOptions& options, int round) {
  const bool curves = options.strategy == "gpar";
  std::vector<int> candidates;
  for (int network = 0; network < table.X.rows(); ++network)
    if (!table.ended(network)) candidates.push_back(network);
  if (candidates.empty()) return {};
  const Gpar model = fitted_curves(table, options, round);
  const auto acquisition = make_acquisition(parse_acquisition(options.acquisition),
                                            table.Y(table.best(), table.Y.cols() - 1), options.kappa);
  Rng rng(mix_seed(mix_seed(options.seed, "draws"), static_cast<std::uint64_t>(round)));
  std::vector<int> chosen;
  // Each choice has its own random draws, which spreads the choices among nearly equal networks (section
  // 4.3).
  while (std::ssize(chosen) < std::min<std::ptrdiff_t>(options.parallel, std::ssize(candidates))) {
    VectorXd mean(candidates.size()), variance(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const VectorXd known = curves ? VectorXd(table.Y.row(candidates[i]))
                                    : VectorXd::Constant(1, std::numeric_limits<double>::quiet_NaN());
      const VectorXd draws =
          model.sample(table.X.row(candidates[i]), known, options.samples, rng).rightCols(1);
      const auto place = static_cast<Eigen::Index>(i);
      mean[place] = draws.mean();
      variance[place] = (draws.array() - draws.mean()).square().sum() / (options.samples - 1);
    }
    VectorXd worth = acquisition->evaluate(mean, variance).value;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (std::ranges::find(chosen, candidates[i]) != chosen.end())
        worth[static_cast<Eigen::Index>(i)] = -std::numeric_limits<double>::infinity();
    Eigen::Index best = 0;
    for (Eigen::Index i = 1; i < worth.size(); ++i)
      if (worth[i] > worth[best]) best = i;
    chosen.push_back(candidates[static_cast<std::size_t>(best)]);
  }
  return chosen;
}

}  // namespace

int CurveTable::reached(int network) const {
  int count = 0;
  while (count < Y.cols() && !std::isnan(Y(network, count))) ++count;
  return count;
}

int CurveTable::best() const {
  int best = -1;
  for (int network = 0; network < X.rows(); ++network)
    if (complete(network) && (best < 0 || Y(network, Y.cols() - 1) > Y(best, Y.cols() - 1))) best = network;
  return best;
}

double CurveBudget::cost(int first, int last) const {
  return std::accumulate(costs.begin() + first, costs.begin() + last, 0.0);
}

double CurveBudget::spent(const CurveTable& table) const {
  double sum = 0;
  for (int network = 0; network < table.Y.rows(); ++network) {
    const auto failed = static_cast<int>(table.failed.contains(network));
    sum += cost(0, table.reached(network) + failed);
  }
  return sum;
}

void CurveSearchOptions::check() const {
  one_of(strategy, "strategy", curve_strategy_names());
  one_of(acquisition, "acquisition", {"ei", "pi", "ucb"});
  check_range("kappa", kappa, 0);
  check_range("parallel", parallel, 1);
  check_range("samples", samples, 2);
  check_range("initial", initial, 1);
  check_range("factor", factor, 2);
  gpar.check();
}

const std::vector<std::string>& curve_strategy_names() {
  static const std::vector<std::string> names{"gpar", "final", "random", "halving", "hyperband"};
  return names;
}

Gpar fitted_curves(const CurveTable& table, const CurveSearchOptions& options, int round) {
  std::vector<int> known;
  const bool curves = options.strategy != "final";
  for (int network = 0; network < table.X.rows(); ++network)
    if (curves ? table.reached(network) > 0 : table.complete(network)) known.push_back(network);
  const MatrixXd X = table.X(known, Eigen::all), Y = table.Y(known, Eigen::all);
  Gpar model(X, curves ? Y : MatrixXd(Y.rightCols(1)), options.gpar);
  Rng rng(mix_seed(mix_seed(options.seed, "fit"), static_cast<std::uint64_t>(round)));
  model.fit(rng);
  return model;
}

std::vector<int> next_networks(const CurveTable& table, const CurveSearchOptions& options, int round,
                               const CurveBudget& budget) {
  options.check();
  if (options.strategy == "halving" || options.strategy == "hyperband")
    return next_of_brackets(table, options, budget);
  if (options.strategy == "random") return incomplete(table, random_order(table, options), options.parallel);
  if (auto first = incomplete(table, initial_networks(table, options), options.parallel); !first.empty())
    return first;
  if (options.strategy == "final") {  // networks whose training has begun are completed first
    std::vector<int> begun;
    for (int network = 0; network < table.X.rows(); ++network)
      if (table.reached(network) > 0 && !table.ended(network)) begun.push_back(network);
    if (!begun.empty()) return incomplete(table, begun, options.parallel);
  }
  return next_by_model(table, options, round);
}

bool trains_to_the_end(const CurveTable& table, const CurveSearchOptions& options) {
  if (options.strategy == "random" || options.strategy == "final") return true;
  return options.strategy == "gpar" && !incomplete(table, initial_networks(table, options), 1).empty();
}

int affordable(const CurveTable& table, const CurveSearchOptions& options, const std::vector<int>& networks,
               const CurveBudget& budget) {
  if (!budget.bounded()) return static_cast<int>(networks.size());
  const bool whole = trains_to_the_end(table, options);
  double left = budget.total + kRounding - budget.spent(table);
  int count = 0;
  for (const int network : networks) {
    const int reached = table.reached(network);
    const auto checkpoints = static_cast<int>(table.Y.cols());
    if (!table.failed.contains(network))
      left -= budget.cost(reached, whole ? checkpoints : std::min(reached + 1, checkpoints));
    if (left < 0) break;
    ++count;
  }
  return count;
}

}  // namespace bora::nas
