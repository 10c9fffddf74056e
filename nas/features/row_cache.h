// Cache of the features of architectures.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture.h"

namespace bora::nas {

/// Cache of one row of features for each architecture, for searches that need the same rows many times. A row
/// is kept as long as a copy of its architecture exists, so that candidates that are never evaluated do not
/// accumulate. Thread-safe. Rows from a DagCounter depend on the order in which it first saw the
/// architectures, but their inner products do not.
template <typename Row>
class RowCache {
 public:
  /// make: computes the row of an architecture.
  explicit RowCache(std::function<Row(const Architecture&)> make) : make_(std::move(make)) {}

  /// Returns the rows of n architectures (n pointers). Each is valid as long as the cache and a copy of its
  /// architecture exist.
  std::vector<const Row*> rows(const std::vector<Architecture>& architectures) {
    const std::lock_guard lock(mutex_);
    if (rows_.size() > most_) remove_unused();
    std::vector<const Row*> out;
    out.reserve(architectures.size());
    for (const Architecture& architecture : architectures) {
      auto found = rows_.find(architecture.record());
      if (found == rows_.end())
        found =
            rows_.emplace(architecture.record(), Kept{architecture.reference(), make_(architecture)}).first;
      out.push_back(&found->second.row);
    }
    return out;
  }

 private:
  struct Kept {
    std::weak_ptr<const Architecture::Record> record;  // keeps the address, which is the key, in use
    Row row;
  };
  // Removes the rows of architectures that no longer exist. Half of the next limit is then left for new rows,
  // so that each row is looked at only a few times.
  void remove_unused() {
    std::erase_if(rows_, [](const auto& entry) { return entry.second.record.expired(); });
    most_ = std::max(kFewest, 2 * rows_.size());
  }

  static constexpr std::size_t kFewest = 2000;
  std::function<Row(const Architecture&)> make_;
  std::unordered_map<const Architecture::Record*, Kept> rows_;
  std::size_t most_ = kFewest;  // number of rows above which unused ones are removed
  std::mutex mutex_;
};

}  // namespace bora::nas
