// report.html: one file that needs nothing else, no network, and prints.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns the HTML page that shows a run. It also reads the pixels of about two dozen adversarial examples
/// from the run's database.
std::string html_report(const RunReport& report);

}  // namespace bora::report
