// Restriction of a space to architectures that meet a condition, such as having a path to the output.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/restricted_space.h"

namespace bora::nas {

/// Returns whether each cell has a path from an input to the output. If one has none, the network gives every
/// input the same scores.
bool has_paths(const Architecture& architecture);

/// The architectures of a space that meet a condition.
class ConditionedSpace final : public RestrictedSpace {
 public:
  /// noun: what architectures that meet the condition have, for errors. Throws InputError if none meets it.
  ConditionedSpace(SpacePtr whole, std::function<bool(const Architecture&)> condition, std::string noun);

  bool allows(const Architecture& a) const override { return condition_(a) && whole_->allows(a); }
  Architecture sample(Rng& rng) const override;
  std::optional<Architecture> try_sample(int tries, Rng& rng) const override;
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;

 private:
  std::function<bool(const Architecture&)> condition_;
  std::string noun_;
};

/// Returns the space without the architectures that lack paths, or the space itself if it has no such ones.
SpacePtr with_paths(SpacePtr whole);

}  // namespace bora::nas
