// Base of spaces whose architectures have codes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"

namespace bora::nas {

/// Holds what describes the space and, where it is small, the list of its architectures. A space that makes
/// no list() overrides decode().
class CodedSpace : public ArchitectureSpace {
 public:
  const std::string& name() const final { return name_; }
  const std::vector<Operation>& operations() const final { return operations_; }
  const std::vector<int>& levels() const final { return levels_; }
  /// Draws one of all(); if they are not listed, draws codes uniformly until one stands for an architecture.
  Architecture sample(Rng& rng) const final;
  /// Returns architectures whose codes differ in one place. A space whose codes do not all stand for an
  /// architecture overrides it.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::shared_ptr<const std::vector<Architecture>> all() const final { return all_; }

 protected:
  explicit CodedSpace(std::string name, std::vector<Operation> operations = {}, std::vector<int> levels = {});
  /// Lists the architectures of all codes, in the order of the codes. make: returns the one of a code.
  void list(const std::function<Architecture(const std::vector<int>&)>& make);

  std::vector<Operation> operations_;
  std::vector<int> levels_;

 private:
  std::string name_;
  std::shared_ptr<const std::vector<Architecture>> all_;
};

}  // namespace bora::nas
