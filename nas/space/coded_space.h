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

/// Base class that stores name, operations and levels and, for small spaces, the list of all architectures. A
/// derived class either calls list() in its constructor or overrides decode().
class CodedSpace : public ArchitectureSpace {
 public:
  const std::string& name() const final { return name_; }
  const std::vector<Operation>& operations() const final { return operations_; }
  const std::vector<int>& levels() const final { return levels_; }
  /// Draws uniformly from all(); if they are not listed, draws codes uniformly until one has an architecture.
  Architecture sample(Rng& rng) const final;
  /// Returns up to `count` architectures whose codes differ in one place, in random order. A space in which
  /// some codes have no architecture must override it.
  std::vector<Architecture> neighbours(const Architecture& architecture, int count, Rng& rng) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override;
  std::shared_ptr<const std::vector<Architecture>> all() const final { return all_; }

 protected:
  explicit CodedSpace(std::string name, std::vector<Operation> operations = {}, std::vector<int> levels = {});
  /// Lists the architectures of all codes, in lexicographic order. make: returns the architecture of a code.
  void list(const std::function<Architecture(const std::vector<int>&)>& make);
  /// Returns neighbours(), drawn in another way; codes without an architecture are left out.
  std::vector<Architecture> stepped(const Architecture& architecture, int count, Rng& rng) const;

  std::vector<Operation> operations_;
  std::vector<int> levels_;

 private:
  std::string name_;
  std::shared_ptr<const std::vector<Architecture>> all_;
};

}  // namespace bora::nas
