#include "tools/assess/report/render/write_assessment.h"

#include "common/whole_file.h"
#include "tools/assess/report/render/assessment_csv.h"
#include "tools/assess/report/render/assessment_html.h"
#include "tools/assess/report/render/assessment_json.h"
#include "tools/assess/report/render/assessment_text.h"
#include "tools/report/render/write_report.h"

namespace bora {

void write_assessment_report(const Assessment& assessment, const AssessmentSummary& summary,
                             const std::filesystem::path& folder) {
  make_folder(folder);
  write_whole_file(folder / "assessment.json", assessment_json(assessment, summary));
  write_whole_file(folder / "assessment.csv", assessment_csv(assessment, summary));
  write_whole_file(folder / "assessment.md", assessment_markdown(assessment, summary));
  write_whole_file(folder / "assessment.html", assessment_html(assessment, summary));
}

void write_assessment_report(const Assessment& assessment, const std::filesystem::path& folder) {
  write_assessment_report(assessment, summarise(assessment), folder);
}

}  // namespace bora
