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
  LabelledDag whole;       ///< as it is written down
  LabelledDag pruned;      ///< without operations that pass nothing on and what they leave dangling
  LabelledDag contracted;  ///< pruned graph with skip connections as edges instead of nodes
};

/// An immutable architecture; copies share it. Two are the same if their texts are, which says nothing about
/// whether they compute the same: see computation_hash().
class Architecture {
 public:
  struct Record {
    std::string text;               ///< canonical name that its space gives it
    std::vector<int> code;          ///< its choices as categories, as many for all of a space
    std::vector<CellGraphs> cells;  ///< at least one
    std::vector<double> known;      ///< further numbers known of it without training it, as many for all
    bool text_is_canonical =
        false;  ///< whether texts of networks that are the same but for numbering are the same
  };

  Architecture() = default;
  explicit Architecture(Record record) : record_(std::make_shared<const Record>(std::move(record))) {}

  const std::string& text() const { return record_->text; }
  const std::vector<int>& code() const { return record_->code; }
  const std::vector<CellGraphs>& cells() const& { return record_->cells; }
  const std::vector<CellGraphs>& cells() const&& = delete;  // it would be gone before a loop over it begins
  const std::vector<double>& known() const { return record_->known; }
  /// The same for copies, different for different architectures as long as one of the copies lives.
  const Record* record() const { return record_.get(); }

  bool operator==(const Architecture& other) const {
    return record_ == other.record_ || (record_ && other.record_ && text() == other.text());
  }

 private:
  std::shared_ptr<const Record> record_;
};

/// Returns a hash that architectures share if they compute the same but for the numbering of nodes: that of
/// the text where it is canonical, else of the canonical_form() of the cells. In these, skip connections are
/// edges, one for each way over them, so that x + x is not x.
std::string computation_hash(const Architecture& architecture);

}  // namespace bora::nas
