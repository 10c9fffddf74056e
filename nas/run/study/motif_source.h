// Motifs learnt from a CSV file of architectures and their values, such as the results of an earlier search.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/strategy/motif_space.h"

namespace bora::nas {

/// Maximum number of architectures from which motifs are learnt. Whole tables would take hours and give no
/// better motifs.
inline constexpr int kMostLearntFrom = 1000;

/// Learns motifs from a CSV file with a column `cell`, `arch` or `architecture` and a column named `values`,
/// where larger values are better. In results.csv of a search or study these are `cell` and `value`. Ignores
/// rows without a value, and further rows of the same architecture. If there are more than kMostLearntFrom
/// architectures, as many are drawn with a fixed seed. Throws InputError that names file, line and column.
std::shared_ptr<const MotifSpace> motifs_from(const std::filesystem::path& file, const std::string& values,
                                              const SpacePtr& space, const MotifOptions& options = {});

/// Learns the motifs of a task. Returns null if it names no file. Warns if the name of the column of values
/// is that of an error or cost. Throws as motifs_from().
std::shared_ptr<const MotifSpace> motifs_of(const ArchitectureTask& task, const SpacePtr& space,
                                            RunObserver& observer);

}  // namespace bora::nas
