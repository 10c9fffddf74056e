// A search for readers: on the terminal, as results.csv, as a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nas/space/architecture_space.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/search_store.h"

namespace bora {

struct SearchOutcome {
  std::vector<SearchTrial> trials;         ///< ended, in their order
  int validation = 0;                      ///< images that they were judged by
  double robust_epsilon = 0;               ///< bound in force where robustness was measured
  std::optional<SearchTrial> longer = {};  ///< the best, trained anew for longer; none: it was not
  int test_correct = 0;                    ///< of the best, on images that took no part in any choice
  int test_images = 0;                     ///< 0: not measured

  /// The one that the search ends with; null if none has a value.
  const SearchTrial* best(const SearchAim& aim) const { return chosen_of(trials, aim, validation); }
  /// As front_of().
  std::vector<std::size_t> front(const SearchAim& aim) const { return front_of(trials, aim, validation); }
};

std::string search_text(const NasOptions& options, const SearchOutcome& outcome);
/// results.csv (a line a trial) and report.html into the search's folder.
void write_search_report(const NasOptions& options, const SpacePtr& space, const SearchOutcome& outcome);

}  // namespace bora
