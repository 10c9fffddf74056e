#include "nas/curves/curve_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/setting_error.h"
#include "surrogates/acquisition/acquisition.h"

namespace bora::nas {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<int> random_order(const CurveTable& table, const CurveSearchOptions& options) {
  return Rng(mix_seed(options.seed, "order")).permutation(static_cast<int>(table.X.rows()));
}

// The first of `order` that are not complete.
std::vector<int> incomplete(const CurveTable& table, const std::vector<int>& order, int count) {
  std::vector<int> found;
  for (const int network : order)
    if (std::ssize(found) < count && !table.complete(network)) found.push_back(network);
  return found;
}

// Brackets of successive halving over consecutive networks of the order. Networks of one are advanced to the
// checkpoint `first`; then, at each, the best 1 in `factor` go on.
std::vector<int> next_of_brackets(const CurveTable& table, const CurveSearchOptions& options) {
  const auto order = random_order(table, options);
  const auto checkpoints = static_cast<int>(table.Y.cols());
  const bool hyperband = options.strategy == "hyperband";
  std::size_t at = 0;
  for (int bracket = 0; at < order.size(); ++bracket) {
    const int first = hyperband ? bracket % checkpoints : 0;
    const int rungs = checkpoints - first;
    double size = std::pow(options.factor, rungs - 1);
    if (hyperband) size = std::ceil(static_cast<double>(checkpoints) / rungs * size - 1e-9);
    const auto end = static_cast<std::size_t>(std::min<double>(static_cast<double>(order.size()), at + size));
    std::vector<int> members(order.begin() + static_cast<std::ptrdiff_t>(at),
                             order.begin() + static_cast<std::ptrdiff_t>(end));
    const auto all = std::ssize(members);
    at = end;
    for (int rung = first; rung < checkpoints; ++rung) {
      std::vector<int> missing;
      for (const int network : members)
        if (table.reached(network) <= rung) missing.push_back(network);
      if (!missing.empty()) {
        missing.resize(std::min(missing.size(), static_cast<std::size_t>(options.parallel)));
        return missing;
      }
      std::ranges::stable_sort(members, std::greater{}, [&](int network) { return table.Y(network, rung); });
      const double kept = std::floor(static_cast<double>(all) / std::pow(options.factor, rung - first + 1));
      members.resize(static_cast<std::size_t>(std::max(1.0, kept)));
    }
  }
  return {};
}

std::vector<int> next_by_model(const CurveTable& table, const CurveSearchOptions& options, int round) {
  const bool curves = options.strategy == "gpar";
  std::vector<int> candidates;
  for (int network = 0; network < table.X.rows(); ++network)
    if (!table.complete(network)) candidates.push_back(network);
  const Gpar model = fitted_curves(table, options, round);
  const auto acquisition = make_acquisition(parse_acquisition(options.acquisition),
                                            table.Y(table.best(), table.Y.cols() - 1), options.kappa);
  Rng rng(mix_seed(mix_seed(options.seed, "draws"), static_cast<std::uint64_t>(round)));
  std::vector<int> chosen;
  // Every choice has draws of its own, which spreads the choices among nearly equal networks (section 4.3).
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

std::vector<int> next_networks(const CurveTable& table, const CurveSearchOptions& options, int round) {
  options.check();
  if (options.strategy == "halving" || options.strategy == "hyperband")
    return next_of_brackets(table, options);
  auto order = random_order(table, options);
  if (options.strategy == "random") return incomplete(table, order, options.parallel);
  const auto initial = std::min<std::size_t>(order.size(), static_cast<std::size_t>(options.initial));
  order.resize(initial);
  if (auto first = incomplete(table, order, options.parallel); !first.empty()) return first;
  if (options.strategy == "final") {  // what was begun is trained to the end
    std::vector<int> begun;
    for (int network = 0; network < table.X.rows(); ++network)
      if (table.reached(network) > 0 && !table.complete(network)) begun.push_back(network);
    if (!begun.empty()) return incomplete(table, begun, options.parallel);
  }
  return next_by_model(table, options, round);
}

}  // namespace bora::nas
