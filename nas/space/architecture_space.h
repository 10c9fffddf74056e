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

/// Operation of a node, which the node's label identifies.
struct Operation {
  enum class Kind {
    input,
    output,
    none,
    skip,
    convolution,
    residual,  ///< two convolutions with a skip connection around them
    pooling,
    dense,      ///< fully connected layer
    rectifier,  ///< fully connected layer with an activation without an upper bound
    sigmoid,    ///< fully connected layer with a bounded activation
    decision,   ///< classifier; the output is the mean of all decisions
    other
  };
  std::string name;
  Kind kind = Kind::other;
  int kernel = 0;  ///< side of the window of a convolution or pooling
  int stride = 1;
};

/// Training hyper-parameters of a network, if they are part of the search space.
struct TrainingSetting {
  int epochs = 1;
  double learning_rate = 0.01;
};

/// Base class of spaces of architectures. A new space needs an entry in spaces() in architecture_space.cc.
class ArchitectureSpace : public Space<Architecture> {
 public:
  virtual const std::string& name() const = 0;
  /// Returns the operations of the cells' nodes, indexed by label.
  virtual const std::vector<Operation>& operations() const = 0;
  /// Returns the number of categories of each place of a code; empty if the architectures have no codes.
  virtual const std::vector<int>& levels() const = 0;

  /// Parses the text of an architecture; throws InputError if the space has no such architecture.
  virtual Architecture parse(const std::string& text) const = 0;
  /// Returns the architecture of a code; nullopt if there is none.
  virtual std::optional<Architecture> decode(const std::vector<int>& code) const = 0;
  /// Returns all architectures, each once, in a fixed order; null if the space is too large to list.
  virtual std::shared_ptr<const std::vector<Architecture>> all() const { return nullptr; }
  /// Returns statistics that need no training and help to predict an architecture's value; the same number of
  /// them for all architectures of the space.
  virtual std::vector<double> statistics(const Architecture& architecture) const;
  /// Returns the relative amount of computation of each node of each cell's pruned graph: 0 for inputs,
  /// outputs and decisions, by default 1 for all others.
  virtual std::vector<std::vector<double>> masses(const Architecture& architecture) const;

  /// Returns whether counts of the paths of cells are useful features. They are not if cells have too many
  /// paths to count, or only one, as a chain has.
  virtual bool has_paths() const { return !levels().empty(); }

  /// Returns the training hyper-parameters of an architecture; nullopt if they are not part of the space.
  virtual std::optional<TrainingSetting> training(const Architecture& /*architecture*/) const {
    return std::nullopt;
  }

  std::string key(const Architecture& architecture) const override { return architecture.text(); }
  void check(const Architecture& architecture) const override { parse(architecture.text()); }
};

using SpacePtr = std::shared_ptr<const ArchitectureSpace>;

/// Space for optimisers, which may replace the key: optimisers never ask for two architectures with the same
/// key. key: function that returns the key of an architecture; empty: the key is that of the space.
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

/// Returns six statistics of the paths from the first to the last node: length of the longest path, counted
/// in convolutions, and counted in convolutions of at least 3x3; length of the shortest path in convolutions;
/// log(1 + number of paths); mean number of convolutions, and of convolutions of at least 3x3, on a path. A
/// fully connected layer with an activation (Operation::Kind::rectifier, sigmoid) counts as a convolution of
/// 1x1, one without (dense) does not count, and a residual block counts as two convolutions. Without a path
/// the fourth is 0, and the others are -1.
std::vector<double> path_statistics(const LabelledDag& graph, const std::vector<Operation>& operations);

/// Makes a space by its name, one of space_names(); throws InputError with the nearest name.
SpacePtr make_space(const std::string& name);
const std::vector<std::string>& space_names();

}  // namespace bora::nas
