// Base of spaces that consist of some of the architectures of another space.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Restriction of a space to the architectures that allows() accepts: derived classes draw, mutate, decode
/// and list only these. parse() accepts all architectures of the whole space.
class RestrictedSpace : public ArchitectureSpace {
 public:
  bool ruled() const override { return true; }
  const std::string& name() const override { return whole_->name(); }
  const std::vector<Operation>& operations() const override { return whole_->operations(); }
  const std::vector<int>& levels() const override { return whole_->levels(); }
  Architecture parse(const std::string& text) const override { return whole_->parse(text); }
  std::optional<Architecture> decode(const std::vector<int>& code) const override {
    return whole_->decode(code);
  }
  std::shared_ptr<const std::vector<Architecture>> all() const override { return all_; }
  std::vector<double> statistics(const Architecture& a) const override { return whole_->statistics(a); }
  std::vector<std::vector<double>> masses(const Architecture& a) const override { return whole_->masses(a); }
  bool has_paths() const override { return whole_->has_paths(); }
  std::optional<TrainingSetting> training(const Architecture& a) const override {
    return whole_->training(a);
  }

 protected:
  explicit RestrictedSpace(SpacePtr whole) : whole_(std::move(whole)) {}

  SpacePtr whole_;
  std::shared_ptr<const std::vector<Architecture>> all_;  // allowed ones; null if they are not listed
};

}  // namespace bora::nas
