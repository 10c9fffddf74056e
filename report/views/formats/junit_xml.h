// junit.xml: a run as test cases, for systems that build and test.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns XML with the suites "attacks", "checks", "verification" and "conditions"; empty suites are left
/// out. A success of an attack is a finding, not a failure of a test: conditions decide which successes are
/// too many. So a case of an attack passes, unless instances of it ended in a fault of the model (error) or
/// were not ended (skipped). A check fails where it says fail, passes with its text where it warns, is
/// skipped where it is open. A condition fails where it holds, is an error where it cannot be decided, else
/// passes with what was measured.
std::string junit_xml(const RunReport& report);

}  // namespace bora::report
