#include "nas/otmann/otmann_kernel.h"

#include <algorithm>

#include "common/statistics.h"

namespace bora::nas {

namespace {

// Limits on the caches, about 100 MB each, since candidates that are never evaluated accumulate there.
constexpr std::size_t kMostProfiles = 10'000, kMostDistances = 2'000'000;

}  // namespace

OtmannTable::OtmannTable(SpacePtr space, OtmannOptions options)
    : space_(std::move(space)), otmann_(*space_, options) {}

std::vector<OtmannTable::ProfilePtr> OtmannTable::profiles(const std::vector<Architecture>& architectures) {
  std::vector<ProfilePtr> out;
  const std::lock_guard lock(mutex_);
  if (profiles_.size() > kMostProfiles) profiles_.clear();
  for (const Architecture& architecture : architectures) {
    ProfilePtr& profile = profiles_[architecture.text()];
    if (!profile)
      profile = std::make_shared<const Profile>(Profile{next_++, otmann_.profiles(*space_, architecture)});
    out.push_back(profile);
  }
  return out;
}

std::pair<Eigen::MatrixXd, Eigen::MatrixXd> OtmannTable::distances(const std::vector<Architecture>& X,
                                                                   const std::vector<Architecture>& Z) {
  const auto rows = profiles(X), columns = profiles(Z);
  const auto key = [](const Profile& a, const Profile& b) {
    return std::min(a.number, b.number) << 32 | std::max(a.number, b.number);
  };
  // Known distances are looked up under the lock; missing ones are computed without it, so that other threads
  // need not wait.
  std::unordered_map<std::uint64_t, OtmannDistances> fresh;
  Eigen::MatrixXd absolute(batch_size(X), batch_size(Z)), normalised = absolute;
  std::vector<std::pair<Eigen::Index, Eigen::Index>> missing;
  const auto put = [&](Eigen::Index i, Eigen::Index j, const OtmannDistances& found) {
    absolute(i, j) = found.absolute;
    normalised(i, j) = found.normalised;
  };
  {
    const std::lock_guard lock(mutex_);
    for (Eigen::Index i = 0; i < absolute.rows(); ++i)
      for (Eigen::Index j = 0; j < absolute.cols(); ++j) {
        const Profile &a = *rows[static_cast<std::size_t>(i)], &b = *columns[static_cast<std::size_t>(j)];
        if (a.number == b.number) {
          put(i, j, {});
        } else if (const auto found = known_.find(key(a, b)); found != known_.end()) {
          put(i, j, found->second);
        } else {
          missing.emplace_back(i, j);
        }
      }
  }
  for (const auto& [i, j] : missing) {
    const Profile &a = *rows[static_cast<std::size_t>(i)], &b = *columns[static_cast<std::size_t>(j)];
    const auto [found, is_new] = fresh.try_emplace(key(a, b));
    if (is_new)
      found->second =
          a.number < b.number ? otmann_.distances(a.cells, b.cells) : otmann_.distances(b.cells, a.cells);
    put(i, j, found->second);
  }
  const std::lock_guard lock(mutex_);
  if (known_.size() > kMostDistances) known_.clear();
  known_.insert(fresh.begin(), fresh.end());
  return {std::move(absolute), std::move(normalised)};
}

OtmannDistances OtmannTable::medians() {
  const auto all = reference_architectures(*space_);
  constexpr std::size_t kSome = 40;
  std::vector<Architecture> some;
  for (std::size_t i = 0; i < std::min(kSome, all.size()); ++i)
    some.push_back(all[i * all.size() / std::min(kSome, all.size())]);
  const auto [absolute, normalised] = distances(some, some);
  const auto median = [](const Eigen::MatrixXd& D) {
    std::vector<double> above;
    for (Eigen::Index i = 0; i < D.rows(); ++i)
      for (Eigen::Index j = i + 1; j < D.cols(); ++j) above.push_back(D(i, j));
    if (above.empty()) return 1.0;
    const double middle = upper_median(std::move(above));
    return middle > 0 ? middle : 1.0;
  };
  return {median(absolute), median(normalised)};
}

std::vector<Eigen::MatrixXd> OtmannKernel::distances(const Batch& X, const Batch& Z) const {
  auto [absolute, normalised] = table_->distances(X, Z);
  std::vector<Eigen::MatrixXd> all{which_ == Distance::absolute ? std::move(absolute)
                                                                : std::move(normalised)};
  if (!scalars_) return all;
  const Eigen::MatrixXd A = (*scalars_)(X), B = (*scalars_)(Z);
  Eigen::MatrixXd apart(A.rows(), B.rows());
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    apart.row(i) = scalar_share_ * (B.rowwise() - A.row(i)).rowwise().squaredNorm().transpose();
  all.push_back(std::move(apart));
  return all;
}

}  // namespace bora::nas
