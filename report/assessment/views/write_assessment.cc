#include "report/assessment/views/assessment_views.h"

#include "common/files/atomic_write.h"
#include "report/views/run_views.h"

namespace bora::report {

void write_assessment_report(const Assessment& assessment, const AssessmentSummary& summary,
                             const std::filesystem::path& folder) {
  make_folder(folder);
  write_atomically(folder / "assessment.json", assessment_json(assessment, summary));
  write_atomically(folder / "assessment.csv", assessment_csv(assessment, summary));
  write_atomically(folder / "assessment.md", assessment_markdown(assessment, summary));
  write_atomically(folder / "assessment.html", assessment_html(assessment, summary));
}

}  // namespace bora::report
