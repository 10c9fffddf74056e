// Kernel of NASBOT (Kandasamy et al. 2018, section 4).
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

/// Cache of the distances between pairs of architectures. Thread-safe; several threads compute new distances
/// in parallel.
class OtmannTable {
 public:
  explicit OtmannTable(SpacePtr space, OtmannOptions options = {});
  /// Returns the absolute and the normalised distances, n x m each. X: n architectures; Z: m.
  std::pair<Eigen::MatrixXd, Eigen::MatrixXd> distances(const std::vector<Architecture>& X,
                                                        const std::vector<Architecture>& Z);
  /// Returns the medians of both distances between pairs of 40 reference_architectures().
  OtmannDistances medians();

 private:
  struct Profile {
    std::uint64_t number;  // identifies the architecture in known_
    std::vector<OtmannProfile> cells;
  };
  using ProfilePtr = std::shared_ptr<const Profile>;
  std::vector<ProfilePtr> profiles(const std::vector<Architecture>& architectures);

  SpacePtr space_;
  Otmann otmann_;
  std::mutex mutex_;  // guards the members below
  std::uint64_t next_ = 0;
  std::unordered_map<std::string, ProfilePtr> profiles_;      // by text
  std::unordered_map<std::uint64_t, OtmannDistances> known_;  // by the two numbers, 32 bits each
};

/// Kernel k(a, b) = exp(-w d(a, b)), where d is one of the OtmannDistances. It is not proven to be positive
/// definite, but no counterexample is known, and a Gaussian process with noise tolerates slight violations.
class OtmannKernel final : public ExponentialKernel<Architecture> {
 public:
  enum class Distance { absolute, normalised };
  /// weight: initial w, > 0.
  OtmannKernel(std::shared_ptr<OtmannTable> table, Distance which, double weight)
      : ExponentialKernel<Architecture>(1, weight), table_(std::move(table)), which_(which) {}
  /// Makes the product with a kernel of numbers z of an architecture (`scalars`): exp(-w d(a, b) - v |z -
  /// z'|^2 / weight), where w and v are initially `weight` (Kandasamy et al. 2018, section 4, joint tuning
  /// of scalars).
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
  double scalar_share_ = 0;  // 1 / weight
};

}  // namespace bora::nas
