// Reports of synthetic runs, for tests of their formats and statements.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "report/views/html/embedded.h"
#include "report/views/run_views.h"
#include "support/temporary_folder.h"

namespace bora::report::write_report_test {

/// Returns the page without embedded files such as Chart.js.
inline std::string own_part(std::string page) {
  page.erase(page.find(chart_library()), chart_library().size());
  return page;
}

inline std::string summary_json_of(const RunRecord& run) {
  return summary_json(report_of(run));
}
inline std::string html_report_of(const RunRecord& run) {
  return html_report(report_of(run));
}
inline std::string text_summary_of(const RunRecord& run) {
  return text_summary(report_of(run));
}

class Report : public ::testing::Test {
 protected:
  RunRecord record_of(const SyntheticRun& run) {
    write_synthetic_run(run, folder_.path());
    return read_run(folder_.path());
  }
  testing::TemporaryFolder folder_;
};

}  // namespace bora::report::write_report_test
