#include "report/views/run_views.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/figures/run_texts.h"
#include "report/views/formats/xml_text.h"
#include "report/views/html/html_text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Verdict of the run's conditions.
struct Verdict {
  const char* colour;  // has a contrast of at least 4.5:1 to white letters
  const char* words;
};

Verdict verdict(const RunReport& report) {
  const ConditionVerdict conditions = verdict_of(report.conditions);
  if (conditions.any_holds) return {"#b3261e", "a condition of --fail-if holds"};
  if (conditions.any_undecided) return {"#595959", "a condition of --fail-if is not decided"};
  if (!report.conditions.empty()) return {"#1e6b34", "no condition of --fail-if holds"};
  return {"#595959", "without conditions"};
}

/// Returns the figure that the badge shows: "43% [35, 52]", or "43-50% [35, 59]" if inputs are undecided.
std::string figure(const WorstCase& worst) {
  if (worst.images == 0) return kUnknown;
  const auto whole = [](double share) { return std::lround(100 * share); };
  // 0% and 100% stand for none and all.
  const auto of_some = [&](double share) {
    return share > 0 && share < 1 ? std::clamp(whole(share), 1L, 99L) : whole(share);
  };
  const long low = of_some(*worst.accuracy_low);
  const long high = of_some(*worst.accuracy_high);
  const std::string share = low == high ? fmt::format("{}%", low) : fmt::format("{}-{}%", low, high);
  return fmt::format("{} [{}, {}]", share, whole(worst.interval->low), whole(worst.interval->high));
}

/// Returns the approximate width in pixels of a text of font size 11. The attribute textLength fits the text
/// to it.
int width_of(const std::string& text) {
  double width = 0;
  for (const char c : text) {
    if (std::string("[],. -/").find(c) != std::string::npos)
      width += 4.2;
    else if (c == '%')
      width += 10.5;
    else
      width += c >= '0' && c <= '9' ? 7.0 : 6.3;
  }
  return static_cast<int>(std::lround(width));
}

}  // namespace

std::string badge_svg(const RunReport& report) {
  const WorstCase& worst = report.worst_case;
  const std::string name = worst.accuracy ? "robust accuracy" : "not moved";
  const std::string value = figure(worst);
  const Verdict said = verdict(report);
  const std::string title =
      xml_text(fmt::format("{}: {} (95% interval); {}; {}; {}", resistance_name(worst), value,
                           without_folders(report.run.model), threat_text(report.run), said.words));
  constexpr int kMargin = 6;
  const int left = width_of(name);
  const int right = width_of(value);
  const int split = left + 2 * kMargin;
  const int width = split + right + 2 * kMargin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"20\" viewBox=\"0 0 {width} 20\" "
      "role=\"img\" aria-labelledby=\"title\">\n"
      "<title id=\"title\">{title}</title>\n"
      "<rect width=\"{width}\" height=\"20\" rx=\"3\" fill=\"#333\"/>\n"
      "<path d=\"M{split} 0H{end}a3 3 0 0 1 3 3V17a3 3 0 0 1 -3 3H{split}Z\" fill=\"{colour}\"/>\n"
      "<g fill=\"#fff\" font-family=\"DejaVu Sans,Verdana,sans-serif\" font-size=\"11\" "
      "aria-hidden=\"true\">\n"
      "<text x=\"{margin}\" y=\"14\" textLength=\"{left}\">{name}</text>\n"
      "<text x=\"{start}\" y=\"14\" textLength=\"{right}\">{value}</text>\n"
      "</g>\n</svg>\n",
      fmt::arg("width", width), fmt::arg("title", escape(title)), fmt::arg("split", split),
      fmt::arg("end", width - 3), fmt::arg("colour", said.colour), fmt::arg("margin", kMargin),
      fmt::arg("left", left), fmt::arg("name", name), fmt::arg("start", split + kMargin),
      fmt::arg("right", right), fmt::arg("value", value));
}

}  // namespace bora::report
