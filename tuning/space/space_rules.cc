#include "tuning/space/space_rules.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <Eigen/LU>

#include "common/error.h"
#include "common/random.h"

namespace bora::tuning {
namespace {

using Kind = Parameter::Kind;
using Comparison = Constraint::Comparison;
constexpr std::uint64_t kStream = 0x72756c6573;
constexpr int kDraws = 8;
constexpr double kLeastSlope = 1e-9;  // smaller ones count as 0

// Draws a value for each parameter: a number within its bounds, which need not be whole, or one of its listed
// values.
Assignment drawn(const std::vector<Parameter>& parameters, Rng& rng) {
  Assignment values;
  for (const Parameter& parameter : parameters) {
    if (!is_listed(parameter)) {
      values.emplace_back(rng.uniform(parameter.lower, parameter.upper));
    } else {
      values.emplace_back(
          parameter.values[static_cast<std::size_t>(rng.index(static_cast<int>(parameter.values.size())))]);
    }
  }
  return values;
}

// Solver of equalities for the parameters that are computed.
struct Solver {
  std::vector<Comparison> equalities;
  std::vector<std::string> texts;     // text of the constraint of each equality
  std::vector<std::size_t> unknowns;  // indices of the computed parameters

  // Returns whether all parameters of the equality are active.
  bool is_active(const Comparison& equality, const Assignment& values) const {
    return std::ranges::all_of(equality.mentioned, [&](std::size_t i) { return values[i].has_value(); });
  }

  // Sets the unknowns so that the equalities hold, by one step of Newton's method from 0, which is exact
  // since the equalities are linear in the unknowns. Inactive parameters keep their values, and so do
  // unknowns that no active equality uses.
  void solve(Assignment& values) const {
    std::vector<std::size_t> live, of;
    for (std::size_t k = 0; k < equalities.size(); ++k)
      if (is_active(equalities[k], values)) live.push_back(k);
    for (const std::size_t i : unknowns)
      if (values[i] && std::ranges::any_of(live, [&](std::size_t k) {
            return std::ranges::count(equalities[k].mentioned, i) > 0;
          }))
        of.push_back(i);
    if (live.empty() || of.empty()) return;
    const auto m = static_cast<Eigen::Index>(live.size()), n = static_cast<Eigen::Index>(of.size());
    const auto differences = [&] {
      Eigen::VectorXd out(m);
      for (Eigen::Index k = 0; k < m; ++k)
        out[k] = equalities[live[static_cast<std::size_t>(k)]].difference(values).value_or(std::nan(""));
      return out;
    };
    for (const std::size_t i : of) values[i] = 0.0;
    const Eigen::VectorXd at_zero = differences();
    Eigen::MatrixXd slopes(m, n);
    for (Eigen::Index c = 0; c < n; ++c) {
      values[of[static_cast<std::size_t>(c)]] = 1.0;
      slopes.col(c) = differences() - at_zero;
      values[of[static_cast<std::size_t>(c)]] = 0.0;
    }
    const Eigen::VectorXd solution = m == 1 && n == 1 ? Eigen::VectorXd(-at_zero / slopes(0, 0))
                                                      : Eigen::VectorXd(slopes.fullPivLu().solve(-at_zero));
    for (Eigen::Index c = 0; c < n; ++c) values[of[static_cast<std::size_t>(c)]] = solution[c];
  }
};

bool is_continuous(const Parameter& parameter) {
  return parameter.kind == Kind::real || parameter.kind == Kind::log;
}

// Returns the equalities of the constraints that use a continuous parameter, with no unknowns yet.
Solver equalities_of(const std::vector<Parameter>& parameters, const SpaceRules& rules) {
  Solver out;
  for (const Constraint& constraint : rules.constraints)
    for (Comparison& comparison : constraint.comparisons()) {
      if (!comparison.equality) continue;
      if (std::ranges::none_of(comparison.mentioned,
                               [&](std::size_t i) { return is_continuous(parameters[i]); }))
        continue;
      out.equalities.push_back(std::move(comparison));
      out.texts.push_back(constraint.text());
    }
  return out;
}

// Returns the parameters that may be computed: continuous ones that no `when` uses, since the parameters of a
// `when` must be known before others.
std::vector<std::size_t> computable(const std::vector<Parameter>& parameters, const SpaceRules& rules) {
  std::vector<bool> in_when(parameters.size(), false);
  for (const auto& when : rules.when)
    if (when)
      for (const std::size_t i : when->mentioned()) in_when[i] = true;
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (is_continuous(parameters[i]) && !is_frozen(parameters[i]) && !in_when[i]) candidates.push_back(i);
  return candidates;
}

// Returns the change of each equality's difference as one candidate goes from its lower to its upper bound,
// equalities x candidates; 0 if the difference is not linear in the candidate. base: values of the others.
Eigen::MatrixXd slopes_of(const std::vector<Comparison>& equalities,
                          const std::vector<std::size_t>& candidates,
                          const std::vector<Parameter>& parameters, const Assignment& base) {
  Eigen::MatrixXd slopes(static_cast<Eigen::Index>(equalities.size()),
                         static_cast<Eigen::Index>(candidates.size()));
  for (Eigen::Index k = 0; k < slopes.rows(); ++k)
    for (Eigen::Index c = 0; c < slopes.cols(); ++c) {
      const std::size_t i = candidates[static_cast<std::size_t>(c)];
      const auto difference_at = [&](double share) {
        Assignment values = base;
        values[i] = parameters[i].lower + share * (parameters[i].upper - parameters[i].lower);
        return equalities[static_cast<std::size_t>(k)].difference(values).value_or(0);
      };
      constexpr double kBetween = 0.3;
      const double low = difference_at(0), slope = difference_at(1) - low;
      const bool linear = std::abs(difference_at(kBetween) - low - kBetween * slope) <=
                          1e-9 * std::max(std::abs(low), std::abs(slope));
      slopes(k, c) = linear && std::isfinite(slope) ? slope : 0;
    }
  // Rows of tiny slopes are scaled, since pivots() would choose none of them.
  for (auto row : slopes.rowwise())
    if (const double most = row.cwiseAbs().maxCoeff(); most > 0 && most < kLeastSlope) row /= most;
  return slopes;
}

// Chooses one column for each row, if there are enough, by Gaussian elimination with full pivoting. Columns
// with the largest effects are chosen, because their computed values are in range most often; ties go to the
// last column. Returns the columns in the order of the choice.
std::vector<Eigen::Index> pivots(Eigen::MatrixXd slopes) {
  const Eigen::Index m = slopes.rows(), n = slopes.cols();
  std::vector<Eigen::Index> chosen;
  std::vector<bool> solved(static_cast<std::size_t>(m), false);
  for (Eigen::Index step = 0; step < std::min(m, n); ++step) {
    Eigen::Index row = -1, column = -1;
    double largest = kLeastSlope;
    for (Eigen::Index k = 0; k < m; ++k)
      for (Eigen::Index c = 0; c < n; ++c)
        if (!solved[static_cast<std::size_t>(k)] && std::abs(slopes(k, c)) >= largest * (1 - 1e-12)) {
          largest = std::abs(slopes(k, c));
          row = k;
          column = c;
        }
    if (row < 0) break;
    solved[static_cast<std::size_t>(row)] = true;
    chosen.push_back(column);
    for (Eigen::Index k = 0; k < m; ++k)
      if (k != row) slopes.row(k) -= slopes(k, column) / slopes(row, column) * slopes.row(row).eval();
    slopes.col(column).setZero();
  }
  return chosen;
}

// Throws InputError unless the solver solves all equalities for several random assignments.
void check_solver(const Solver& solver, const std::vector<Parameter>& parameters, const std::string& place,
                  Rng& rng) {
  for (int draw = 0; draw < kDraws; ++draw) {
    Assignment values = drawn(parameters, rng);
    solver.solve(values);
    for (std::size_t k = 0; k < solver.equalities.size(); ++k) {
      const auto left = solver.equalities[k].left->number(values);
      const auto off = solver.equalities[k].difference(values);
      if (left && off && std::abs(*off) <= 1e-7 * std::max(1.0, std::abs(*left))) continue;
      throw InputError(
          "{}: constraints: '{}' cannot be solved: an equality must be linear in one of its real or log "
          "parameters, which is then computed; expected another form, or a band such as abs(x - y) <= 0.01",
          place, solver.texts[k]);
    }
  }
}

Solver solver_of(const std::vector<Parameter>& parameters, const SpaceRules& rules, const std::string& place,
                 Rng& rng) {
  Solver out = equalities_of(parameters, rules);
  if (out.equalities.empty()) return out;
  const std::vector<std::size_t> candidates = computable(parameters, rules);
  const Assignment base = drawn(parameters, rng);
  for (const Eigen::Index column : pivots(slopes_of(out.equalities, candidates, parameters, base)))
    out.unknowns.push_back(candidates[static_cast<std::size_t>(column)]);
  std::ranges::sort(out.unknowns);
  check_solver(out, parameters, place, rng);
  return out;
}

// Returns the inequality function(values) <= 0 in the form sum of factor * parameter <= limit, over the free
// parameters; none if the function is constant or not linear in them.
template <typename Function>
std::optional<LinearInequality> linear_of(const std::vector<Parameter>& parameters,
                                          const std::vector<std::size_t>& free, const Function& function,
                                          Rng& rng) {
  Assignment base = drawn(parameters, rng);
  for (const std::size_t i : free) base[i] = parameters[i].lower;
  const double at_base = function(base);
  if (!std::isfinite(at_base)) return std::nullopt;
  LinearInequality out{{}, -at_base};
  double size = std::abs(at_base);
  for (const std::size_t i : free) {
    const double range = parameters[i].upper - parameters[i].lower;
    if (range == 0) continue;
    Assignment moved = base;
    moved[i] = parameters[i].upper;
    const double change = function(moved) - at_base;
    if (!std::isfinite(change)) return std::nullopt;
    size = std::max(size, std::abs(change));
    if (change == 0) continue;
    out.terms.emplace_back(i, change / range);
    out.limit += change / range * parameters[i].lower;
  }
  for (int draw = 0; draw < kDraws; ++draw) {
    const Assignment values = drawn(parameters, rng);
    double expected = -out.limit;
    for (const auto& [i, factor] : out.terms) expected += factor * std::get<double>(*values[i]);
    if (!(std::abs(function(values) - expected) <= 1e-9 * size)) return std::nullopt;
  }
  if (out.terms.empty()) return std::nullopt;
  return out;
}

// Adds to `out` the constraints that are linear inequalities after the computed parameters are replaced by
// their solution, and sets out.inequalities_suffice. Only parameters that are always active take part.
void add_inequalities(ParameterRules& out, const std::vector<Parameter>& parameters, const SpaceRules& rules,
                      const Solver& solver, Rng& rng) {
  const auto computed = [&](std::size_t i) { return std::ranges::count(solver.unknowns, i) > 0; };
  // Returns whether a constraint may be linear in a parameter: always active, and not searched by logarithm.
  const auto straight = [&](std::size_t i) {
    const Kind kind = parameters[i].kind;
    return (kind == Kind::real || kind == Kind::integer || (kind == Kind::log && computed(i))) &&
           !rules.when[i];
  };
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (straight(i) && !computed(i)) free.push_back(i);
  const bool all_straight = std::ranges::all_of(
      solver.equalities, [&](const auto& one) { return std::ranges::all_of(one.mentioned, straight); });
  bool suffice = all_straight;
  const auto solved = [&](Assignment values) {
    if (all_straight) solver.solve(values);
    return values;
  };
  const auto add = [&](const auto& function) {
    auto linear = linear_of(parameters, free, function, rng);
    suffice &= linear.has_value();
    if (linear) out.inequalities.push_back(std::move(*linear));
  };
  for (const Constraint& constraint : rules.constraints) {
    suffice &= constraint.comparisons_suffice();
    for (const Comparison& comparison : constraint.comparisons()) {
      const bool of_straight = std::ranges::all_of(comparison.mentioned, straight) &&
                               (all_straight || std::ranges::none_of(comparison.mentioned, computed));
      if (!of_straight) {
        suffice = false;
        continue;
      }
      const auto difference = [&](const Assignment& values) {
        return comparison.difference(solved(values)).value_or(std::nan(""));
      };
      const bool by_computing = comparison.equality && std::ranges::any_of(comparison.mentioned, computed);
      if (by_computing) continue;
      add(difference);
      if (comparison.equality) add([&](const Assignment& values) { return -difference(values); });
    }
  }
  if (all_straight)
    for (const std::size_t i : solver.unknowns) {
      const auto value = [&, i](const Assignment& values) { return std::get<double>(*solved(values)[i]); };
      add([&, i](const Assignment& values) { return value(values) - parameters[i].upper; });
      add([&, i](const Assignment& values) { return parameters[i].lower - value(values); });
    }
  // If some parameters are whole numbers, rounding may move a point out of the inequalities.
  out.inequalities_suffice = suffice && std::ranges::all_of(parameters, is_continuous);
}

}  // namespace

ParameterRules rules_of(const std::vector<Parameter>& parameters, SpaceRules given,
                        const std::string& place) {
  const auto rules = std::make_shared<const SpaceRules>(std::move(given));
  ParameterRules out;
  const bool conditions = std::ranges::any_of(rules->when, [](const auto& when) { return when.has_value(); });
  if (conditions)
    out.active = [rules](std::size_t i, const Assignment& before) {
      return !rules->when[i] || rules->when[i]->holds(before, false);
    };
  if (rules->constraints.empty()) return out;
  out.allows = [rules](const Assignment& values) {
    return std::ranges::all_of(rules->constraints, [&](const auto& one) { return one.holds(values); });
  };
  out.violation = [rules](const Assignment& values) {
    double worst = 0;
    for (const Constraint& one : rules->constraints) worst = std::max(worst, one.violation(values));
    return worst;
  };
  Rng rng(kStream);
  const auto solver = std::make_shared<const Solver>(solver_of(parameters, *rules, place, rng));
  out.computed = solver->unknowns;
  if (!out.computed.empty()) out.compute = [solver](Assignment& values) { solver->solve(values); };

  add_inequalities(out, parameters, *rules, *solver, rng);
  return out;
}

}  // namespace bora::tuning
