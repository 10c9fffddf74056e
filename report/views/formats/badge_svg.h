// badge.svg: the run's main figure in an image as high as a line of text.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns a badge such as "robust accuracy | 43% [35, 52]" over all black-box attacks, or "not moved | ..."
/// for a run towards some classes only; "n/a" if nothing was attacked. The colour shows only the verdict of
/// the run's conditions: red if one holds, else grey if one is not decided or there are none, else green. The
/// title names figure, model, threat and that verdict.
std::string badge_svg(const RunReport& report);

}  // namespace bora::report
