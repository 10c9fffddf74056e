// Architecture as searches handle it: its name, and its cells as graphs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "surrogates/kernels/graph/labelled_dag.h"

namespace bora::nas {

/// One directed acyclic graph of operations, in three views.
struct CellGraphs {
  LabelledDag whole;       ///< graph as written
  LabelledDag pruned;      ///< without zero operations and nodes that then lead nowhere
  LabelledDag contracted;  ///< pruned graph with skip connections as edges instead of nodes
};

/// Immutable architecture; copies share its data. Two architectures are equal if their texts are. Different
/// texts may stand for the same function: see computation_hash().
class Architecture {
 public:
  struct Record {
    std::string text;               ///< canonical name that its space gives it
    std::vector<int> code;          ///< choices as categories; one length in a space
    std::vector<CellGraphs> cells;  ///< at least one
    std::vector<double> known;      ///< numbers known without training; one length in a space
    /// True if networks that differ only in the numbering of nodes have the same text.
    bool text_is_canonical = false;
  };

  Architecture() = default;
  explicit Architecture(Record record) : record_(std::make_shared<const Record>(std::move(record))) {}

  const std::string& text() const { return record_->text; }
  const std::vector<int>& code() const { return record_->code; }
  const std::vector<CellGraphs>& cells() const& { return record_->cells; }
  const std::vector<CellGraphs>& cells() const&& = delete;  // would dangle in a range-for loop
  const std::vector<double>& known() const { return record_->known; }
  /// Returns the address of the shared data: equal for copies, different for other architectures while a copy
  /// exists.
  const Record* record() const { return record_.get(); }

  bool operator==(const Architecture& other) const {
    return record_ == other.record_ || (record_ && other.record_ && text() == other.text());
  }

 private:
  std::shared_ptr<const Record> record_;
};

/// Returns a hash that is equal for architectures that compute the same function up to the numbering of
/// nodes: the hash of the text if that is canonical, otherwise of the canonical_form() of the cells. In
/// these, skip connections are edges, one for each path of skip connections, so that x + x differs from x.
std::string computation_hash(const Architecture& architecture);

}  // namespace bora::nas
