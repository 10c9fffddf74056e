#include "report/views/run_views.h"

#include "common/error.h"
#include "common/files/atomic_write.h"

namespace bora::report {

std::filesystem::path make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError("{}: the folder cannot be created: {}", folder.string(), error.message());
  return folder;
}

void write_report(const RunReport& report, const std::filesystem::path& folder) {
  make_folder(folder);
  write_atomically(folder / "results.csv", results_csv(report.run));
  write_atomically(folder / "summary.json", summary_json(report));
  write_atomically(folder / "table.md", table_markdown(report));
  write_atomically(folder / "report.md", report_markdown(report));
  write_atomically(folder / "junit.xml", junit_xml(report));
  write_atomically(folder / "results.sarif", sarif(report));
  write_atomically(folder / "badge.svg", badge_svg(report));
  write_atomically(folder / "report.html", html_report(report));
}

}  // namespace bora::report
