#include "nas/strategy/uniform_rule.h"

#include <memory>
#include <vector>

#include "common/random.h"

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

AcquisitionRule<Architecture> uniform_rule() {
  return [](const AcquisitionContext<Architecture>& now) {
    return std::make_shared<const UniformAcquisition>(static_cast<std::uint64_t>(now.rng.index(1 << 30)));
  };
}

}  // namespace bora::nas
