#include "tuning/trials_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/statistics.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/mixed/mixed_kernel.h"

namespace bora::tuning {
namespace {

constexpr std::uint64_t kFitStream = 0x7265706f7274, kEffectStream = 0x656666656374;

}  // namespace

std::optional<TrialsModel> TrialsModel::fit(const Tuning& tuning, std::size_t objective) {
  constexpr std::size_t kFewest = 4;
  std::vector<Eigen::VectorXd> points;
  std::vector<double> values;
  std::vector<bool> meets;  // whether each trial meets all constraints
  for (const auto& [number, row] : tuning.trials()) {
    if (!row.told || row.values.empty()) continue;
    points.push_back(tuning.point(number));
    values.push_back(row.values[objective]);
    meets.push_back(tuning.feasible(row));
  }
  if (values.size() < kFewest || std::ranges::min(values) == std::ranges::max(values)) return std::nullopt;
  const Eigen::VectorXd y =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  const MixedSpace& space = tuning.space().space();
  ProcessModelOptions options;
  options.most_fitted = 200;
  options.fit.starts = 2;
  options.fit.search.max_iterations = 50;
  KernelAndPriors chosen = make_default_kernel(space);
  options.fit.priors = std::move(chosen.priors);
  // The same transform as in BayesianOptimiser, for which larger values are better.
  Output output;
  output.sign = tuning.objectives()[objective].maximise ? 1 : -1;
  const Eigen::VectorXd larger = with_lowered_infeasible(output.sign * y, meets, LowerTail::kFewest);
  // The first trials are spread over the space; rows of a warm start may not be.
  output.tail = lower_tail_of(space, points, larger, LowerTail::kFewest, tuning.trials().begin()->first <= 0);
  const Eigen::VectorXd raised = output.tail.apply(larger);
  output.power = YeoJohnson::of(raised);
  Rng rng(kFitStream);
  auto process = ProcessModel<Eigen::VectorXd>(std::move(chosen.kernel), options)
                     .process(space.to_units(points), output.power.apply(raised), rng);
  if (!process) return std::nullopt;
  return TrialsModel(tuning.space(), output, std::move(process));
}

TrialsModel::Prediction TrialsModel::predict(const Eigen::VectorXd& point) const {
  const MarginalPosterior at = posterior_->marginal(space_->space().to_unit(point).transpose());
  const double spread = kNormal95 * std::sqrt(at.variance[0]);
  const double less = output_.value(at.mean[0] - spread), more = output_.value(at.mean[0] + spread);
  return {output_.value(at.mean[0]), std::min(less, more), std::max(less, more)};
}

std::vector<double> TrialsModel::effects() const {
  constexpr int kPoints = 400;
  constexpr double kNone = 1e-12;
  Rng rng(kEffectStream);
  std::vector<Eigen::VectorXd> points, others;
  for (int i = 0; i < kPoints; ++i) {
    points.push_back(space_->space().sample(rng));
    others.push_back(space_->space().sample(rng));
  }
  const Eigen::VectorXd expected = means(points);
  if (!((expected.array() - expected.mean()).square().mean() > kNone)) return {};
  std::vector<Assignment> values, of_others;
  for (int i = 0; i < kPoints; ++i) {
    values.push_back(space_->assignment(points[static_cast<std::size_t>(i)]));
    of_others.push_back(space_->assignment(others[static_cast<std::size_t>(i)]));
  }
  std::vector<double> effects;
  double total = 0;
  for (std::size_t p = 0; p < space_->parameters().size(); ++p) {
    // `changed` holds points in which parameter p takes the value of another point, where that is allowed.
    // Points in which p is inactive contribute 0 to the effect. The other points that cannot be changed count
    // as much as a changed one does on average.
    std::vector<Eigen::VectorXd> changed;
    std::vector<Eigen::Index> of;
    int active = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!values[i][p]) continue;
      ++active;
      if (!of_others[i][p]) continue;
      if (auto point = space_->changed(points[i], p, *of_others[i][p])) {
        changed.push_back(std::move(*point));
        of.push_back(static_cast<Eigen::Index>(i));
      }
    }
    const double effect =
        changed.empty() ? 0 : active * (means(changed) - expected(of)).array().square().mean();
    effects.push_back(effect);
    total += effect;
  }
  if (!(total > 0)) return {};
  for (double& effect : effects) effect /= total;
  return effects;
}

}  // namespace bora::tuning
