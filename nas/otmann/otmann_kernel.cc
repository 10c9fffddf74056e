#include "nas/otmann/otmann_kernel.h"

#include <algorithm>

#include "nas/features/architecture_features.h"

namespace bora {

OtmannTable::OtmannTable(SpacePtr space, OtmannOptions options)
    : space_(std::move(space)),
      otmann_(*space_, options),
      profiles_([this](const Architecture& architecture) {
        return Profile{next_++, otmann_.profiles(*space_, architecture)};
      }) {}

std::pair<Eigen::MatrixXd, Eigen::MatrixXd> OtmannTable::distances(const std::vector<Architecture>& X,
                                                                   const std::vector<Architecture>& Z) {
  const auto rows = profiles_.rows(X), columns = profiles_.rows(Z);
  Eigen::MatrixXd absolute(batch_size(X), batch_size(Z)), normalised = absolute;
  const std::lock_guard lock(mutex_);
  // Candidates that are never tried pile up; about 100 MB of them are kept.
  constexpr std::size_t kMost = 2'000'000;
  if (known_.size() > kMost) known_.clear();
  for (Eigen::Index i = 0; i < absolute.rows(); ++i)
    for (Eigen::Index j = 0; j < absolute.cols(); ++j) {
      const Profile* first = rows[static_cast<std::size_t>(i)];
      const Profile* second = columns[static_cast<std::size_t>(j)];
      if (first->number > second->number) std::swap(first, second);
      const auto [found, is_new] = known_.try_emplace(first->number << 32 | second->number);
      if (is_new && first != second) found->second = otmann_.distances(first->cells, second->cells);
      absolute(i, j) = found->second.absolute;
      normalised(i, j) = found->second.normalised;
    }
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
    std::nth_element(above.begin(), above.begin() + static_cast<std::ptrdiff_t>(above.size() / 2),
                     above.end());
    const double middle = above[above.size() / 2];
    return middle > 0 ? middle : 1.0;
  };
  return {median(absolute), median(normalised)};
}

std::vector<Eigen::MatrixXd> OtmannKernel::distances(const Batch& X, const Batch& Z) const {
  auto [absolute, normalised] = table_->distances(X, Z);
  return {which_ == Distance::absolute ? std::move(absolute) : std::move(normalised)};
}

}  // namespace bora
