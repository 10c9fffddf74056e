#include "nas/strategy/graph_kernel_search.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "common/error.h"
#include "common/order.h"
#include "common/text.h"
#include "nas/surrogate/network_ensemble.h"

namespace bora::nas {
namespace {

// Logarithm of the expected improvement over the largest mean of the candidates plus xi.
class ImprovementOnPool final : public AcquisitionFunction<Architecture> {
 public:
  ImprovementOnPool(std::shared_ptr<const Posterior<Architecture>> posterior, double xi)
      : posterior_(std::move(posterior)), xi_(xi) {}
  Eigen::VectorXd values(const std::vector<Architecture>& Z) const override {
    const MarginalPosterior at = posterior_->marginal(Z);
    return LogExpectedImprovement(at.mean.maxCoeff() + xi_).evaluate(at.mean, at.variance).value;
  }
  bool logarithmic() const override { return true; }

 private:
  std::shared_ptr<const Posterior<Architecture>> posterior_;
  double xi_;
};

}  // namespace

void SampledPoolOptions::check() const {
  if (size < 1) throw InputError("candidates: {} is below 1", size);
  if (!(drawn >= 0 && drawn <= 1)) throw InputError("drawn: {} is not in [0, 1]", drawn);
  if (parents < 1) throw InputError("parents: {} is below 1", parents);
}

std::vector<Architecture> SampledPool::pool(const History<Architecture>& seen, Rng& rng) const {
  const auto order = descending<std::size_t>(seen.values);
  const int parents = std::min(options_.parents, static_cast<int>(order.size()));
  std::vector<Architecture> pool;
  std::set<std::string> keys;
  const auto add = [&](Architecture candidate) {
    if (!seen.taken(candidate) && space_.allows(candidate) && keys.insert(space_.key(candidate)).second)
      pool.push_back(std::move(candidate));
  };
  for (int i = 0; i < options_.size; ++i) {
    if (parents == 0 || rng.uniform() <= options_.drawn) {
      add(space_.sample(rng));
      continue;
    }
    const Architecture& parent = seen.points[order[static_cast<std::size_t>(rng.index(parents))]];
    if (auto near = space_.neighbours(parent, 1, rng); !near.empty()) add(std::move(near.front()));
  }
  // The pool is empty if all neighbours of the parents were observed; then random architectures are tried.
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && pool.empty(); ++i) add(space_.sample(rng));
  if (pool.empty()) pool.push_back(space_.sample(rng));
  return pool;
}

const std::vector<std::string>& sreedhar_rule_names() {
  static const std::vector<std::string> names{"lcb", "ei", "greedy", "thompson"};
  return names;
}

AcquisitionRule<Architecture> sreedhar_rule(const std::string& name, double xi) {
  if (!(xi >= 0 && std::isfinite(xi))) throw InputError("xi: {} is not a number >= 0", xi);
  if (name == "thompson") return independent_thompson_rule();
  if (name == "ei")
    return [xi](const AcquisitionContext<Architecture>& now) {
      return std::make_shared<const ImprovementOnPool>(now.posterior, xi);
    };
  if (name != "lcb" && name != "greedy")
    throw InputError("acquisition: '{}' is not one of {}", printable(name), join(sreedhar_rule_names()));
  return acquisition_rule<Architecture>(AcquisitionKind::ucb, name == "greedy" ? 0 : xi);
}

}  // namespace bora::nas
