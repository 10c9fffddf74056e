// A search for readers: on the terminal, as results.csv, as a page.
#pragma once

#include <string>
#include <vector>

#include "nas/space/architecture_space.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/search_store.h"

namespace bora {

struct SearchOutcome {
  std::vector<SearchTrial> trials;  ///< ended, in their order
  int validation = 0;               ///< images that they were judged by
  int test_correct = 0;             ///< of the best, on images that took no part in any choice
  int test_images = 0;              ///< 0: not measured

  /// The one of the largest value; null if none has a value.
  const SearchTrial* best(const std::string& estimator) const;
};

std::string search_text(const NasOptions& options, const SearchOutcome& outcome);
/// results.csv (a line a trial) and report.html into the search's folder.
void write_search_report(const NasOptions& options, const SpacePtr& space, const SearchOutcome& outcome);

}  // namespace bora
