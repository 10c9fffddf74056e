// Cache of the features of architectures.
#pragma once

#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture.h"

namespace bora::nas {

/// Cache of one row of features for each architecture, for searches that need the same rows many times.
/// Thread-safe. Rows from a DagCounter depend on the order in which it first saw the architectures, but their
/// inner products do not.
template <typename Row>
class RowCache {
 public:
  /// make: computes the row of an architecture.
  explicit RowCache(std::function<Row(const Architecture&)> make) : make_(std::move(make)) {}

  /// Returns the rows of n architectures (n pointers), which are valid as long as the cache.
  std::vector<const Row*> rows(const std::vector<Architecture>& architectures) {
    const std::lock_guard lock(mutex_);
    std::vector<const Row*> out;
    out.reserve(architectures.size());
    for (const Architecture& architecture : architectures) {
      auto found = rows_.find(architecture.record());
      if (found == rows_.end())
        found = rows_.emplace(architecture.record(), Kept{architecture, make_(architecture)}).first;
      out.push_back(&found->second.row);
    }
    return out;
  }

 private:
  struct Kept {
    Architecture architecture;  // holds the record, whose address is the key
    Row row;
  };
  std::function<Row(const Architecture&)> make_;
  std::unordered_map<const Architecture::Record*, Kept> rows_;
  std::mutex mutex_;
};

}  // namespace bora::nas
