#include "tools/report/render/html_report.h"

#include <filesystem>

#include <fmt/format.h>

#include "tools/report/render/embedded.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"

namespace bora {

std::string attack_label(const RunSummary& summary, const std::string& name) {
  std::size_t place = 0;
  while (place < summary.attacks.size() && summary.attacks[place].name != name) ++place;
  const char* mark = place < summary.attacks.size() ? summary.attacks[place].mark() : "";
  return fmt::format(
      "<span class=\"attack\"><svg class=\"line colour-{} dash-{}\" width=\"26\" height=\"8\" "
      "aria-hidden=\"true\"><path d=\"M0 4H26\"/></svg>{}{}</span>",
      line_colour(place), line_dash(place), breakable(name), mark);
}

std::string html_report(const RunRecord& run, const RunSummary& summary) {
  const std::string body = warnings_section(run, summary) + verdict_section(run, summary) +
                           curve_section(run, summary) + table_section(run, summary) +
                           (summary.semantic ? semantic_section(summary) : "") +
                           matrix_section(run, summary) +
                           (summary.graphs ? drawings_section(run, summary) + patterns_section(summary)
                                           : examples_section(run, summary)) +
                           checks_section(run, summary) + inputs_section(run, summary) +
                           provenance_section(run, summary) + reading_section(run);
  return html_page(
      "Black-box robustness report", std::filesystem::path(run.model).filename().string(), body,
      fmt::format("<script>\n{}\n</script>\n<script>\n{}</script>\n", chart_library(), page_script()));
}

}  // namespace bora
