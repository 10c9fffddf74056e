#include "report/search/motif_text.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/words/format.h"

namespace bora::report {

std::string motifs_text(const MotifSpace& space, const ArchitectureSpace& whole) {
  std::vector<std::string> patterns;
  for (const Motif& motif : space.good()) patterns.push_back(motif.pattern);
  const std::string good =
      fmt::format("one of {} good patterns: {}", patterns.size(), fmt::join(patterns, "; "));
  const auto all = whole.all(), allowed = space.all();
  if (!all || !allowed) return "only architectures with " + good;
  return fmt::format("{} of {} architectures have {}", grouped(static_cast<std::int64_t>(allowed->size())),
                     grouped(static_cast<std::int64_t>(all->size())), good);
}

}  // namespace bora::report
