// An attack for tests whose queries are given.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "attacks/attack.h"

namespace bora::testing {

/// Attack that asks for the inputs of a list, then for nothing, and learns nothing.
template <typename Input>
class ListedAttack final : public attacks::Attack<Input> {
 public:
  explicit ListedAttack(std::vector<Input> inputs) : inputs_(std::move(inputs)) {}
  std::optional<Input> ask() override {
    if (next_ == inputs_.size()) return std::nullopt;
    return inputs_[next_++];
  }
  void tell(const Input& /*input*/, const attacks::Observation& /*seen*/) override {}

 private:
  std::vector<Input> inputs_;
  std::size_t next_ = 0;
};

}  // namespace bora::testing
