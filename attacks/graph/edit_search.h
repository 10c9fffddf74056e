// Search for the single edits of a base graph with the largest acquisition values.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Set of edits. Two edits are equal if they differ only in the order of their changes.
class EditSet {
 public:
  bool insert(const Edit& edit) { return keys_.insert(key(edit)).second; }
  bool contains(const Edit& edit) const { return keys_.contains(key(edit)); }
  std::size_t size() const { return keys_.size(); }
  void clear() { keys_.clear(); }

 private:
  static std::vector<double> key(const Edit& edit);
  std::set<std::vector<double>> keys_;
};

/// Settings of best_edits(), which Ru 2021 describes in section 6.6.3.
struct EditSearchOptions {
  int population = 100;                 ///< number of edits in a generation
  int generations = 10;                 ///< number of generations after the first
  int parents = 3;                      ///< number of the best queried edits from which the first is mutated
  int tournament = 10;                  ///< number of members in a tournament, the best of which is mutated
  void read(AttackSettings& settings);  ///< throws InputError
  bool operator==(const EditSearchOptions&) const = default;
};

/// Function that returns the acquisition values of edits; larger is better.
using EditValues = std::function<std::vector<double>(const std::vector<Edit>&)>;

/// Returns up to `count` different edits of `base` that are not in `known`, best first, found by ageing
/// evolution (Real et al., AAAI 2019): the offspring of each generation are mutations of members that win a
/// tournament, and the oldest members are removed. `parents`: queried edits, best first; may be empty. Edits
/// of equal value are in random order.
std::vector<Edit> best_edits(const EditSampler& sampler, const EditableGraph& base,
                             const std::vector<Edit>& parents, const EditSet& known, int count,
                             const EditSearchOptions& options, const EditValues& values, Rng& rng);

}  // namespace bora::attacks
