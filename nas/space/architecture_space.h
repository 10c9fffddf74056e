// Spaces of architectures.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture.h"
#include "surrogates/space/space.h"

namespace bora::nas {

/// Operation that a node's label stands for.
struct Operation {
  enum class Kind {
    input,
    output,
    none,
    skip,
    convolution,
    residual,  ///< two convolutions beside a skip connection
    pooling,
    dense,      ///< fully connected
    rectifier,  ///< fully connected, an activation without an upper bound
    sigmoid,    ///< fully connected, an activation between two bounds
    decision,   ///< a layer whose mean with other such layers is the output
    other
  };
  std::string name;
  Kind kind = Kind::other;
  int kernel = 0;  ///< side of a convolution's or pooling's window
  int stride = 1;
};

/// Training of a network, where that is part of the search space.
struct TrainingSetting {
  int epochs = 1;
  double learning_rate = 0.01;
};

/// Base class of a space. A new one gets an entry in spaces() in architecture_space.cc.
class ArchitectureSpace : public Space<Architecture> {
 public:
  virtual const std::string& name() const = 0;
  /// Returns the operations of the cells' nodes, indexed by label.
  virtual const std::vector<Operation>& operations() const = 0;
  /// Returns the number of categories of each place of a code; empty if architectures have no codes.
  virtual const std::vector<int>& levels() const = 0;

  /// Parses text that names an architecture. Throws InputError for text that names none of the space.
  virtual Architecture parse(const std::string& text) const = 0;
  /// Returns the architecture of a code; nullopt if the code stands for none.
  virtual std::optional<Architecture> decode(const std::vector<int>& code) const = 0;
  /// Returns all architectures, each once, in a fixed order; null if the space is too large to list.
  virtual std::shared_ptr<const std::vector<Architecture>> all() const { return nullptr; }
  /// Returns cheap statistics that predict an architecture's value, as many for all of the space.
  virtual std::vector<double> statistics(const Architecture& architecture) const;
  /// Returns the relative amount of computation of each node of each cell's pruned graph: 0 for inputs,
  /// outputs and decisions, by default 1 for all others.
  virtual std::vector<std::vector<double>> masses(const Architecture& architecture) const;

  /// Returns whether the paths of cells can be counted and distinguish architectures. In spaces with layers
  /// side by side there are too many paths, and a chain has only one, which is the whole chain.
  virtual bool has_paths() const { return !levels().empty(); }

  /// Returns the training of an architecture; nullopt if all are trained in the same way.
  virtual std::optional<TrainingSetting> training(const Architecture& /*architecture*/) const {
    return std::nullopt;
  }

  std::string key(const Architecture& architecture) const override { return architecture.text(); }
  void check(const Architecture& architecture) const override { parse(architecture.text()); }
};

using SpacePtr = std::shared_ptr<const ArchitectureSpace>;

/// Handle of a space for optimisers, which never ask for two architectures with the same key. The key is that
/// of `key` or, if `key` is empty, of the space.
class SharedSpace final : public Space<Architecture> {
 public:
  using Key = std::function<std::string(const Architecture&)>;
  explicit SharedSpace(SpacePtr space, Key key = {}) : space_(std::move(space)), key_(std::move(key)) {}
  Architecture sample(Rng& rng) const override { return space_->sample(rng); }
  std::optional<Architecture> try_sample(int tries, Rng& rng) const override {
    return space_->try_sample(tries, rng);
  }
  bool allows(const Architecture& a) const override { return space_->allows(a); }
  bool ruled() const override { return space_->ruled(); }
  std::vector<Architecture> neighbours(const Architecture& a, int count, Rng& rng) const override {
    return space_->neighbours(a, count, rng);
  }
  std::string key(const Architecture& a) const override { return key_ ? key_(a) : space_->key(a); }
  void check(const Architecture& a) const override { space_->check(a); }
  const ArchitectureSpace& architectures() const { return *space_; }

 private:
  SpacePtr space_;
  Key key_;
};

/// Returns statistics of the paths from the first to the last node: longest path, counted in convolutions and
/// in convolutions of 3x3 and more; shortest path in convolutions; log(1 + number of paths); average number
/// of convolutions, and of convolutions of 3x3 and more, on a path. If there is no path, each is -1 and the
/// number of paths is 0.
std::vector<double> path_statistics(const LabelledDag& graph, const std::vector<Operation>& operations);

/// Makes the space that `name`, one of space_names(), stands for. Throws InputError with the nearest name.
SpacePtr make_space(const std::string& name);
const std::vector<std::string>& space_names();

}  // namespace bora::nas
