#include "report/assessment/words/bound_text.h"

#include <cmath>

#include <fmt/format.h>

#include "report/words/format.h"

namespace bora::report {

std::string bound_text(const RunRecord& run) {
  if (run.edits) return short_number(run.edits->ratio) + " n^2 edits";
  if (run.continuous) return short_number(run.epsilon);
  return fmt::format("{:.0f}/255", std::round(255 * run.epsilon));
}

std::string bound_axis(const RunRecord& run) {
  if (run.edits) return "edits allowed, share of n^2";
  const std::string norm = run.threat == "linf" ? "L-infinity" : run.threat;
  return run.continuous ? "bound, " + norm : "bound, " + norm + ", in 255ths of the pixel range";
}

double bound_on_axis(const RunRecord& run) {
  if (run.edits) return run.edits->ratio;
  return run.continuous ? run.epsilon : std::round(255 * run.epsilon);
}

}  // namespace bora::report
