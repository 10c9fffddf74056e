#include "surrogates/forest/bootstrap_sample.h"

#include <utility>

#include "surrogates/kernels/batch.h"

namespace bora::surrogates {

BootstrapSample BootstrapSample::draw(Eigen::MatrixXd X, const Eigen::VectorXd& y, int members,
                                      const std::string& stream, Rng& rng) {
  BootstrapSample sample{std::move(X), y, {}, 0, Standardisation::of(y)};
  const auto n = static_cast<int>(y.size());
  for (int member = 0; member < members; ++member) {
    std::vector<int>& rows = sample.rows.emplace_back();
    for (int i = 0; i < n; ++i) rows.push_back(rng.index(n));
  }
  sample.seed = mix_seed(static_cast<std::uint64_t>(rng.index(1 << 30)), stream);
  return sample;
}

BootstrapSample BootstrapSample::with(const Eigen::MatrixXd& Z, const Eigen::VectorXd& f) const {
  BootstrapSample grown = *this;
  grown.X = joined_batches(X, Z);
  grown.y.resize(y.size() + f.size());
  grown.y << y, f;
  for (auto& of_member : grown.rows)
    for (auto i = static_cast<int>(y.size()); i < grown.y.size(); ++i) of_member.push_back(i);
  return grown;
}

}  // namespace bora::surrogates
