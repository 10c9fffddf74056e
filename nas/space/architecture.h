// Architecture of a network: its name, and its cells as graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// Directed acyclic graph of operations, in three versions.
struct CellGraphs {
  LabelledDag whole;       ///< graph as written
  LabelledDag pruned;      ///< without zero operations, and without nodes that are then on no path
  LabelledDag contracted;  ///< pruned graph in which skip connections are edges instead of nodes
};

/// Immutable architecture; copies share its data. Two architectures are equal if their texts are equal.
/// Different texts may describe the same function: see computation_hash().
class Architecture {
 public:
  struct Record {
    std::string text;               ///< canonical name that its space gives it
    std::vector<int> code;          ///< choices as categories; of equal length in a space, or empty
    std::vector<CellGraphs> cells;  ///< at least one
    std::vector<double> known;      ///< numbers known without training; of equal length in a space
    /// Graph of each cell whose nodes are all values that it computes, for computation_hash(); none if the
    /// contracted cells state all of them, which they do unless some are concatenated.
    std::vector<LabelledDag> values = {};
    /// True if architectures that differ only in the numbering of nodes have the same text.
    bool text_is_canonical = false;
  };

  Architecture() = default;
  explicit Architecture(Record record) : record_(std::make_shared<const Record>(std::move(record))) {}

  const std::string& text() const { return record_->text; }
  const std::vector<int>& code() const { return record_->code; }
  const std::vector<CellGraphs>& cells() const& { return record_->cells; }
  const std::vector<CellGraphs>& cells() const&& = delete;  // a reference into a temporary would dangle
  const std::vector<double>& known() const { return record_->known; }
  /// Returns the address of the shared data, which identifies the copies of this architecture as long as one
  /// exists.
  const Record* record() const { return record_.get(); }
  /// Returns a reference to the shared data that expires with the last copy of this architecture.
  std::weak_ptr<const Record> reference() const { return record_; }

  bool operator==(const Architecture& other) const {
    return record_ == other.record_ || (record_ && other.record_ && text() == other.text());
  }

 private:
  std::shared_ptr<const Record> record_;
};

/// Returns a hash that is equal for architectures that differ only in the numbering of nodes and in
/// operations without effect: the hash of the text if that is canonical, otherwise of the canonical_form()
/// of the graphs of values or of the contracted cells. The latter have one edge for each path of skip
/// connections, so that x + x differs from x.
std::string computation_hash(const Architecture& architecture);

}  // namespace bora::nas
