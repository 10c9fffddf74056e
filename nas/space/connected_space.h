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

/// Returns whether each cell has a path from its input to its output. Otherwise the scores of the network do
/// not depend on the image.
bool has_paths(const Architecture& architecture);

/// Space of the architectures of another space that meet a condition.
class ConditionedSpace final : public RestrictedSpace {
 public:
  /// noun: property that the condition requires, for error messages. Throws InputError if the space can be
  /// listed and no architecture meets the condition.
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

/// Returns the space restricted to architectures for which has_paths() holds; the space itself if it holds
/// for all.
SpacePtr with_paths(SpacePtr whole);

}  // namespace bora::nas
