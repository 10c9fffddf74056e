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
  int validation = 0;                      ///< number of validation images
  double robust_epsilon = 0;               ///< epsilon at which robustness was measured
  std::optional<SearchTrial> longer = {};  ///< the best, retrained for longer; none: not retrained
  int test_correct = 0;  ///< test images that the best classifies correctly; no choice used them
  int test_images = 0;   ///< 0: not measured

  /// Returns the trial that the search selects; null if none has a value.
  const SearchTrial* best(const SearchAim& aim) const { return chosen_of(trials, aim, validation); }
  /// Returns front_of() for these trials.
  std::vector<std::size_t> front(const SearchAim& aim) const { return front_of(trials, aim, validation); }
};

std::string search_text(const NasOptions& options, const SearchOutcome& outcome);
/// Writes results.csv (one line for each trial) and report.html into the search's folder.
void write_search_report(const NasOptions& options, const SpacePtr& space, const SearchOutcome& outcome);

}  // namespace bora
