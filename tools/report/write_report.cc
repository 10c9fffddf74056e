#include "tools/report/write_report.h"

#include "common/error.h"
#include "common/whole_file.h"
#include "tools/report/html_report.h"
#include "tools/report/results_csv.h"
#include "tools/report/summary_json.h"

namespace bora {

void write_report(const RunRecord& run, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError("{}: cannot be made a folder: {}", folder.string(), error.message());
  write_whole_file(folder / "results.csv", results_csv(run));
  write_whole_file(folder / "summary.json", summary_json(run));
  write_whole_file(folder / "report.html", html_report(run));
}

void write_report(const std::filesystem::path& folder) {
  write_report(read_run(folder), folder);
}

}  // namespace bora
