// Motifs learnt from what an earlier search, study or table found.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "common/layers.h"
#include "nas/strategy/motif_space.h"

namespace bora::nas {

/// Maximum number of architectures from which motifs are learnt. With whole tables the model would take hours
/// without learning more.
inline constexpr int kMostLearntFrom = 1000;

/// Learns motifs from a CSV file with a header, a column `cell`, `arch` or `architecture`, and the column
/// `values`, larger being better: results.csv of a search or a study has `cell` and `value`. Rows without a
/// value are passed over. Of several rows of one architecture the first counts. Of more than kMostLearntFrom
/// architectures as many are drawn, always the same. Throws InputError naming file, line and column.
std::shared_ptr<const MotifSpace> motifs_from(const std::filesystem::path& file, const std::string& values,
                                              const SpacePtr& space, const MotifOptions& options = {});

}  // namespace bora::nas
