#include "tools/report/html_report.h"

#include <filesystem>

#include <fmt/format.h>

#include "tools/report/embedded.h"
#include "tools/report/html_sections.h"
#include "tools/report/html_text.h"

namespace bora {

std::string attack_label(const RunSummary& summary, const std::string& name) {
  std::size_t place = 0;
  while (place < summary.attacks.size() && summary.attacks[place].name != name) ++place;
  return fmt::format(
      "<span class=\"attack\"><svg class=\"line line-{}\" width=\"26\" height=\"8\" aria-hidden=\"true\">"
      "<path d=\"M0 4H26\"/></svg>{}</span>",
      place % 8, escape(name));
}

std::string html_report(const RunRecord& run) {
  const RunSummary summary = summarise(run);
  const std::string model = escape(std::filesystem::path(run.model).filename().string());
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Robustness of " + model + "</title>\n";
  page += fmt::format("<style>\n{}</style>\n</head>\n<body>\n<main>\n", page_style());
  page += "<header><p class=\"kicker\">Black-box robustness report</p>\n<h1>" + model + "</h1></header>\n";
  page += warnings_section(run, summary);
  page += verdict_section(run, summary);
  page += curve_section(run, summary);
  page += table_section(run, summary);
  page += matrix_section(run, summary);
  page += examples_section(run, summary);
  page += inputs_section(run, summary);
  page += provenance_section(run, summary);
  page += reading_section(run);
  page += "</main>\n";
  page += fmt::format("<script>\n{}\n</script>\n<script>\n{}</script>\n</body>\n</html>\n", chart_library(),
                      page_script());
  return page;
}

}  // namespace bora
