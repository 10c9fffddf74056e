// The kernel of NASBOT (Kandasamy et al. 2018, section 4).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/features/architecture_features.h"
#include "nas/otmann/otmann.h"
#include "surrogates/kernels/feature/feature_kernels.h"

namespace bora::nas {

/// Cache of the distances between pairs of architectures. Thread-safe; distances are computed in parallel if
/// several threads ask.
class OtmannTable {
 public:
  explicit OtmannTable(SpacePtr space, OtmannOptions options = {});
  /// Returns the absolute and the normalised distances, n x m each. X: n architectures; Z: m.
  std::pair<Eigen::MatrixXd, Eigen::MatrixXd> distances(const std::vector<Architecture>& X,
                                                        const std::vector<Architecture>& Z);
  /// Returns the medians of both distances between 40 architectures of the space.
  OtmannDistances medians();

 private:
  struct Profile {
    std::uint64_t number;
    std::vector<OtmannProfile> cells;
  };
  using ProfilePtr = std::shared_ptr<const Profile>;
  std::vector<ProfilePtr> profiles(const std::vector<Architecture>& architectures);

  SpacePtr space_;
  Otmann otmann_;
  std::mutex mutex_;  // guards the members below
  std::uint64_t next_ = 0;
  std::unordered_map<std::string, ProfilePtr> profiles_;  // by text
  std::unordered_map<std::uint64_t, OtmannDistances> known_;
};

/// Kernel that is defined by k(a, b) = exp(-w d(a, b)). Positive definiteness is not proven, but no
/// counterexample is known, and a Gaussian process with noise tolerates slight violations.
class OtmannKernel final : public ExponentialKernel<Architecture> {
 public:
  enum class Distance { absolute, normalised };
  OtmannKernel(std::shared_ptr<OtmannTable> table, Distance which, double weight)
      : ExponentialKernel<Architecture>(1, weight), table_(std::move(table)), which_(which) {}
  /// Makes the product of this kernel and one of numbers z of an architecture: exp(-w d(a, b) - v |z - z'|^2
  /// / weight), with w and v initially `weight` (Kandasamy et al. 2018, section 4, joint tuning of scalars).
  OtmannKernel(std::shared_ptr<OtmannTable> table, Distance which, double weight, DenseRows scalars)
      : ExponentialKernel<Architecture>(2, weight),
        table_(std::move(table)),
        which_(which),
        scalars_(std::move(scalars)),
        scalar_share_(1 / weight) {}
  std::unique_ptr<Kernel<Architecture>> clone() const override {
    return std::make_unique<OtmannKernel>(*this);
  }

 private:
  std::vector<Eigen::MatrixXd> distances(const Batch& X, const Batch& Z) const override;
  std::shared_ptr<OtmannTable> table_;
  Distance which_;
  std::optional<DenseRows> scalars_;
  double scalar_share_ = 0;
};

}  // namespace bora::nas
