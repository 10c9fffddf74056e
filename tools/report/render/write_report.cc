#include "tools/report/render/write_report.h"

#include "common/error.h"
#include "common/whole_file.h"
#include "tools/report/render/badge_svg.h"
#include "tools/report/render/html_report.h"
#include "tools/report/render/junit_xml.h"
#include "tools/report/render/paper_tables.h"
#include "tools/report/render/report_markdown.h"
#include "tools/report/render/results_csv.h"
#include "tools/report/render/sarif.h"
#include "tools/report/render/summary_json.h"

namespace bora {

std::filesystem::path make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError("{}: cannot be made a folder: {}", folder.string(), error.message());
  return folder;
}

void write_report(const RunRecord& run, const RunSummary& summary, const std::filesystem::path& folder) {
  make_folder(folder);
  write_whole_file(folder / "results.csv", results_csv(run));
  write_whole_file(folder / "summary.json", summary_json(run, summary));
  write_whole_file(folder / "table.md", table_markdown(run, summary));
  write_whole_file(folder / "report.md", report_markdown(run, summary));
  write_whole_file(folder / "junit.xml", junit_xml(run, summary));
  write_whole_file(folder / "results.sarif", sarif(run, summary));
  write_whole_file(folder / "badge.svg", badge_svg(run, summary));
  write_whole_file(folder / "report.html", html_report(run, summary));
}

void write_report(const RunRecord& run, const std::filesystem::path& folder) {
  write_report(run, summarise(run), folder);
}

}  // namespace bora
