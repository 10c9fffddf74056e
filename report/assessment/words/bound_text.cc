#include "report/assessment/words/bound_text.h"

#include <cmath>

#include <fmt/format.h>

#include "report/figures/run_texts.h"
#include "report/words/format.h"

namespace bora::report {

namespace {

// Returns whether the bound is shown as it is. L-infinity bounds on the 8-bit grid are shown in grey levels.
bool in_plain_numbers(const RunRecord& run) {
  return run.continuous || run.threat == "l2" || in_pixels(run);
}

}  // namespace

std::string bound_text(const RunRecord& run) {
  if (run.edits) return short_number(run.edits->ratio) + " n^2 edits";
  if (run.threat == "l0") return count_of(std::llround(run.epsilon), "pixel");
  if (run.threat == "patch") return square_text(run.epsilon);
  if (in_plain_numbers(run)) return short_number(run.epsilon);
  return fmt::format("{:.0f}/255", std::round(255 * run.epsilon));
}

std::string bound_axis(const RunRecord& run) {
  if (run.edits) return "edits allowed, share of n^2";
  if (run.threat == "l0") return "bound, changed pixels";
  if (run.threat == "patch") return "bound, side of the square in pixels";
  const std::string title = "bound, " + norm_text(run);
  return in_plain_numbers(run) ? title : title + ", in 255ths of the pixel range";
}

double bound_on_axis(const RunRecord& run) {
  if (run.edits) return run.edits->ratio;
  return in_plain_numbers(run) ? run.epsilon : std::round(255 * run.epsilon);
}

}  // namespace bora::report
