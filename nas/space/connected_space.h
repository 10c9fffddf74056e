// Spaces without some of their architectures, such as those that compute nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Returns whether each of its cells has a path from an input to the output. Where one has none, the network
/// gives every input the same scores.
bool has_paths(const Architecture& architecture);

/// The architectures of a space that meet a condition. Searches draw, mutate and list these alone; parse()
/// takes the others, too, since they have names.
class ConditionedSpace final : public ArchitectureSpace {
 public:
  /// noun: what architectures that meet the condition have, for errors. Throws InputError if none meets it.
  ConditionedSpace(SpacePtr whole, std::function<bool(const Architecture&)> condition, std::string noun);

  bool allows(const Architecture& a) const override { return condition_(a) && whole_->allows(a); }
  bool ruled() const override { return true; }

  const std::string& name() const override { return whole_->name(); }
  const std::vector<Operation>& operations() const override { return whole_->operations(); }
  const std::vector<int>& levels() const override { return whole_->levels(); }
  Architecture sample(Rng& rng) const override;
  std::optional<Architecture> try_sample(int tries, Rng& rng) const override;
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  Architecture parse(const std::string& text) const override { return whole_->parse(text); }
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::shared_ptr<const std::vector<Architecture>> all() const override { return all_; }
  std::vector<double> statistics(const Architecture& a) const override { return whole_->statistics(a); }
  std::vector<std::vector<double>> masses(const Architecture& a) const override { return whole_->masses(a); }
  std::optional<TrainingSetting> training(const Architecture& a) const override {
    return whole_->training(a);
  }

 private:
  SpacePtr whole_;
  std::function<bool(const Architecture&)> condition_;
  std::string noun_;
  std::shared_ptr<const std::vector<Architecture>> all_;  // that meet it; null as in the whole space
};

/// Returns the space without architectures that lack paths: itself where it has none, since no operation of
/// it passes nothing on, or since all that it lists have paths.
SpacePtr with_paths(SpacePtr whole);

}  // namespace bora::nas
