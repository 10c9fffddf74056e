#include <fmt/format.h>

#include "tools/report/figures/checks.h"
#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"

namespace bora {
namespace {

std::string badge(const EvaluationCheck& check) {
  const char* const kind = check.status == "pass"   ? "good"
                           : check.status == "fail" ? "bad"
                           : check.status == "warn" ? "caution"
                                                    : "neutral";
  return fmt::format("<span class=\"badge {}\">{}</span>", kind, status_word(check));
}

}  // namespace

std::string checks_entry(const RunSummary& summary) {
  if (summary.checks.empty()) return "";
  std::string out;
  for (const EvaluationCheck& check : summary.checks)
    if (check.status == "fail") out += badge(check) + " " + escape(check.title) + "<br>";
  return out + fmt::format("<a href=\"#checks\">{}</a>", check_counts(summary.checks));
}

std::string checks_section(const RunRecord& run, const RunSummary& summary) {
  if (summary.checks.empty()) return "";
  std::string out =
      "<section aria-labelledby=\"checks\">\n<h2 id=\"checks\">Checks of this evaluation</h2>\n"
      "<p>That attacks fail shows something only where they would have succeeded on a weaker model. Each "
      "line "
      "says what must hold for that, and what was found (after Carlini et al. 2019 and Croce et al. 2020). "
      "Open: not made, or not decided.";
  if (run.check_queries > 0)
    out += fmt::format(" {} on the model for them, outside every budget.",
                       count_of(run.check_queries, "forward pass", "forward passes"));
  out += "</p>\n<ul class=\"checks\">\n";
  for (const EvaluationCheck& check : summary.checks)
    out += fmt::format("<li>{}<span><strong>{}</strong>: {}.</span></li>\n", badge(check),
                       escape(check.title), escape(check.text));
  return out + "</ul>\n</section>\n";
}

}  // namespace bora
