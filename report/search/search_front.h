// Report on the trade-offs of a search that trains: accuracy against size, robustness and time; the front.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "report/search/search_report.h"

namespace bora::report {

/// Returns a share of `images` images with its 95% Wilson score interval, such as "97.50% [96.34, 98.30]".
std::string percent_of(double share, double images);
/// Returns e.g. "3.14 ms".
std::string milliseconds(double seconds);
/// Returns how robustness was measured: "50 validation images, bo, 20 queries, 51/255".
std::string probe_text(const SearchConfig& options, const SearchOutcome& outcome);

/// Returns the lower end of the axis of accuracies, in percent. Networks far below the median are drawn at
/// the edge, to leave room for the others. 0 if no network has a value.
double lowest_shown(const SearchOutcome& outcome);

/// Returns charts of accuracy against weights and, if it was measured, robustness, and a table of the front
/// of a search with several objectives, as HTML.
std::string front_html(const SearchConfig& options, const SearchOutcome& outcome);

}  // namespace bora::report
