#include "nas/strategy/model_strategy.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "nas/features/architecture_features.h"

namespace bora::nas {
namespace {

class UniformAcquisition final : public AcquisitionFunction<Architecture> {
 public:
  explicit UniformAcquisition(std::uint64_t seed) : seed_(seed) {}
  Eigen::VectorXd values(const std::vector<Architecture>& Z) const override {
    Eigen::VectorXd draws(static_cast<Eigen::Index>(Z.size()));
    for (std::size_t i = 0; i < Z.size(); ++i)
      draws[static_cast<Eigen::Index>(i)] = Rng(mix_seed(seed_, Z[i].text())).uniform();
    return draws;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::vector<Architecture> spread_architectures(const ArchitectureSpace& space, int count, Rng& rng) {
  const auto candidates = reference_architectures(space);
  const DenseRows rows = standardised([&](const Architecture& a) { return space.statistics(a); }, candidates);
  const Eigen::MatrixXd Z = rows(candidates);
  std::vector<Architecture> chosen;
  Eigen::VectorXd away = Eigen::VectorXd::Constant(Z.rows(), std::numeric_limits<double>::infinity());
  auto next = static_cast<Eigen::Index>(rng.index(static_cast<int>(candidates.size())));
  while (true) {
    chosen.push_back(candidates[static_cast<std::size_t>(next)]);
    if (static_cast<int>(chosen.size()) >= std::min<int>(count, static_cast<int>(candidates.size()))) break;
    away = away.cwiseMin((Z.rowwise() - Z.row(next)).rowwise().squaredNorm());
    const double total = away.sum();
    if (!(total > 0)) {  // all other candidates have the statistics of a chosen one
      next = static_cast<Eigen::Index>(rng.index(static_cast<int>(candidates.size())));
      continue;
    }
    double left = rng.uniform() * total;
    next = 0;
    while (next + 1 < away.size() && (left -= away[next]) >= 0) ++next;
  }
  return chosen;
}

std::vector<Architecture> WithoutIsomorphs::propose_batch(const AcquisitionFunction<Architecture>& score,
                                                          const History<Architecture>& seen, int q,
                                                          Rng& rng) const {
  std::set<std::string> met;
  for (const std::string* hash : hashes_->rows(seen.points)) met.insert(*hash);
  std::vector<Architecture> different, pool = pool_.pool(seen, rng);
  const auto hashes = hashes_->rows(pool);
  for (std::size_t i = 0; i < pool.size(); ++i)
    if (met.insert(*hashes[i]).second) different.push_back(pool[i]);
  return best_of(different.empty() ? pool : different, score, seen, q);
}

AcquisitionRule<Architecture> uniform_rule() {
  return [](const AcquisitionContext<Architecture>& now) {
    return std::make_shared<const UniformAcquisition>(static_cast<std::uint64_t>(now.rng.index(1 << 30)));
  };
}

}  // namespace bora::nas
