// What a search that trains has to choose from: accuracy against size, robustness and time, and the front.
#pragma once

#include <string>

#include "tools/nas/nas_options.h"
#include "tools/nas/search_report.h"

namespace bora {

/// "97.50% [96.34, 98.30]": a share of so many images with Wilson's 95% interval.
std::string percent_of(double share, double images);
/// "3.14 ms"
std::string milliseconds(double seconds);
/// "50 validation images, bo, 20 queries, 51/255": how robustness was measured.
std::string probe_text(const NasOptions& options, const SearchOutcome& outcome);

/// Where the axis of accuracies, in percent, begins: a few networks that fail altogether would leave the
/// others no room, so those far below the median are drawn at the edge. 0 without networks that have a value.
double lowest_shown(const SearchOutcome& outcome);

/// Charts of accuracy against weights and, where it was measured, robustness, and a table of the front of a
/// search for several objectives; as HTML.
std::string front_html(const NasOptions& options, const SearchOutcome& outcome);

}  // namespace bora
