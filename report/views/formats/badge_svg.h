// badge.svg: the run's first figure, as large as a line of text.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// "robust accuracy | 43% [35, 52]" over all black-box attacks, or what a run towards some classes has
/// instead; "n/a" where nothing was attacked. Its colour is the verdict of the run's conditions and nothing
/// else: red where one holds, green where there are some, all are decided and none holds, grey without. The
/// title says figure, model, threat and that verdict in words.
std::string badge_svg(const RunReport& report);

}  // namespace bora::report
