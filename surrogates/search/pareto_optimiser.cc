#include "surrogates/search/pareto_optimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/statistics.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/scalarisation.h"

namespace bora::surrogates {
namespace {

constexpr std::uint64_t kWeightStream = 0x77656967;

Eigen::MatrixXd rows_of(const std::vector<Eigen::VectorXd>& rows, Eigen::Index columns) {
  Eigen::MatrixXd all(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) all.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return all;
}

// Returns the hypervolume of points >= reference. It is cut into slices along the last objective, from the
// best value down: the volume of a slice is its thickness times the hypervolume, in the other objectives, of
// the points whose last objective reaches it.
double sliced(std::vector<Eigen::VectorXd> points, const Eigen::VectorXd& reference) {
  const Eigen::Index o = reference.size();
  if (points.empty()) return 0;
  const auto last = [o](const Eigen::VectorXd& point) { return point[o - 1]; };
  std::stable_sort(points.begin(), points.end(),
                   [&](const auto& a, const auto& b) { return last(a) > last(b); });
  if (o == 1) return last(points.front()) - reference[0];
  double volume = 0;
  std::vector<Eigen::VectorXd> above;
  for (std::size_t i = 0; i < points.size(); ++i) {
    above.emplace_back(points[i].head(o - 1));
    const double floor = i + 1 < points.size() ? last(points[i + 1]) : reference[o - 1];
    if (const double thickness = last(points[i]) - floor; thickness > 0)
      volume += thickness * sliced(above, reference.head(o - 1));
  }
  return volume;
}

}  // namespace

std::vector<int> pareto_front(const Eigen::MatrixXd& Y) {
  std::vector<int> front;
  for (int i = 0; i < Y.rows(); ++i) {
    bool beaten = false;
    for (int j = 0; j < Y.rows() && !beaten; ++j)
      beaten = dominates(Y.row(j), Y.row(i)) || (j < i && Y.row(j) == Y.row(i));
    if (!beaten) front.push_back(i);
  }
  return front;
}

double hypervolume(const Eigen::MatrixXd& Y, const Eigen::VectorXd& reference) {
  if (reference.size() < 1 || reference.size() > 4 || Y.cols() != reference.size())
    throw InputError("hypervolume: values have {} objectives and the reference {}, expected as many, 1 to 4",
                     Y.cols(), reference.size());
  std::vector<Eigen::VectorXd> points;
  for (const int i : pareto_front(Y))
    if ((Y.row(i).transpose().array() > reference.array()).all()) points.emplace_back(Y.row(i).transpose());
  return sliced(std::move(points), reference);
}

ParetoOptimiser::ParetoOptimiser(MixedSpace space, int objectives, BayesianOptions options,
                                 std::uint64_t seed)
    : space_(std::move(space)),
      objectives_(objectives),
      options_(std::move(options)),
      seed_(seed),
      design_(std::make_unique<BayesianOptimiser>(space_, options_, seed)),
      initial_(design_->initial_points()) {
  if (objectives < 1) throw InputError("objectives: {} is below 1", objectives);
}

// Returns the values, n x o, for scalarisation. Values far below all others, next to which the other values
// of an objective would be nearly equal, are raised, if values are to be transformed.
Eigen::MatrixXd ParetoOptimiser::scalarised_values() const {
  Eigen::MatrixXd values = all_values();
  if (!options_.transform_outputs) return values;
  std::vector<bool> meets;
  for (const std::vector<double>& slacks : slacks_)
    meets.push_back(std::ranges::all_of(slacks, [](double slack) { return slack >= 0; }));
  for (Eigen::Index k = 0; k < values.cols(); ++k) {
    const Eigen::VectorXd of_objective = with_lowered_infeasible(values.col(k), meets, initial_);
    values.col(k) = lower_tail_of(space_, points_, of_objective, initial_, unasked_ > 0).apply(of_objective);
  }
  return values;
}

Eigen::MatrixXd ParetoOptimiser::all_values() const {
  return rows_of(values_, objectives_);
}

std::vector<Trial<Eigen::VectorXd>> ParetoOptimiser::ask(int q) {
  if (q < 1) throw InputError("ask: q is {}, expected at least 1", q);
  std::vector<Trial<Eigen::VectorXd>> trials;
  for (int i = 0; i < q; ++i) {
    const std::uint64_t seed = mix_seed(mix_seed(seed_, kWeightStream), static_cast<std::uint64_t>(asked_));
    Trial<Eigen::VectorXd> next;
    if (design_->pending() < initial_ || observations() < 2) {
      next = design_->ask().front();
    } else {
      Rng rng(seed);
      const Eigen::VectorXd y = tchebycheff(scalarised_values(), drawn_weights(objectives_, rng));
      BayesianOptions options = options_;
      options.initial_points = 1;
      options.observed_as_asked = unasked_ == 0;
      BayesianOptimiser inner(space_, options, seed);
      for (std::size_t k = 0; k < points_.size(); ++k)
        inner.observe_constrained(points_[k], y[static_cast<Eigen::Index>(k)], slacks_[k]);
      for (const Eigen::VectorXd& failed : failures_) inner.fail(inner.expect(failed));
      for (const auto& [number, waiting] : pending_) inner.expect(waiting.point);
      next.point = inner.ask().front().point;
      next.number = design_->expect(next.point);
    }
    trials.push_back({++asked_, next.point});
    pending_.emplace(asked_, Pending{std::move(next.point), next.number});
  }
  return trials;
}

void ParetoOptimiser::check(const Eigen::VectorXd& values, const std::vector<double>& slacks,
                            const char* verb) const {
  if (static_cast<int>(slacks.size()) != options_.constraints)
    throw InputError("{}: {} slacks, expected one of each of {} constraints", verb, slacks.size(),
                     options_.constraints);
  for (const double slack : slacks)
    if (!std::isfinite(slack)) throw InputError("{}: a slack is not finite", verb);
  if (values.size() != objectives_)
    throw InputError("{}: {} values, expected {}", verb, values.size(), objectives_);
  if (!values.allFinite()) throw InputError("{}: a value is not finite", verb);
}

ParetoOptimiser::Pending ParetoOptimiser::take_pending(std::int64_t trial, const char* verb) {
  const auto found = pending_.find(trial);
  if (found == pending_.end()) throw InputError("{}: trial {} is not pending", verb, trial);
  Pending taken = std::move(found->second);
  pending_.erase(found);
  return taken;
}

void ParetoOptimiser::tell(std::int64_t trial, const Eigen::VectorXd& values,
                           const std::vector<double>& slacks) {
  check(values, slacks, "tell");
  points_.push_back(take_pending(trial, "tell").point);
  values_.push_back(values);
  slacks_.push_back(slacks);
}

void ParetoOptimiser::fail(std::int64_t trial) {
  failures_.push_back(take_pending(trial, "fail").point);
}

void ParetoOptimiser::abandon(std::int64_t trial) {
  design_->abandon(take_pending(trial, "abandon").in_design);
}

void ParetoOptimiser::observe(const Eigen::VectorXd& point, const Eigen::VectorXd& values,
                              const std::vector<double>& slacks) {
  space_.check(point);
  check(values, slacks, "observe");
  // It is a pending trial of design_, so that it is not proposed again.
  design_->expect(point);
  ++unasked_;
  points_.push_back(point);
  values_.push_back(values);
  slacks_.push_back(slacks);
}

std::vector<int> ParetoOptimiser::front() const {
  std::vector<int> meeting;  // observations that meet all constraints
  for (std::size_t i = 0; i < slacks_.size(); ++i)
    if (std::ranges::all_of(slacks_[i], [](double slack) { return slack >= 0; }))
      meeting.push_back(static_cast<int>(i));
  std::vector<int> front;
  for (const int i : pareto_front(all_values()(meeting, Eigen::all)))
    front.push_back(meeting[static_cast<std::size_t>(i)]);
  return front;
}

std::vector<Eigen::VectorXd> ParetoOptimiser::front_points() const {
  std::vector<Eigen::VectorXd> out;
  for (const int i : front()) out.push_back(points_[static_cast<std::size_t>(i)]);
  return out;
}

Eigen::MatrixXd ParetoOptimiser::front_values() const {
  return all_values()(front(), Eigen::all);
}

}  // namespace bora::surrogates
