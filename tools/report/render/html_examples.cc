#include <algorithm>

#include <fmt/format.h>

#include "tools/report/figures/examples.h"
#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/picture.h"

namespace bora {
namespace {

constexpr int kMostExamples = 24;

/// Mid-grey where nothing changed; a change of epsilon reaches black or white.
std::vector<float> amplified(const InstancePixels& pixels, double scale) {
  std::vector<float> out(pixels.original.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<float>(0.5 + scale * (pixels.adversarial[i] - pixels.original[i]));
  }
  return out;
}

std::string picture(const std::string& address, const std::string& alt, const std::string& caption,
                    bool small) {
  return fmt::format("<div><img class=\"{}\" src=\"{}\" alt=\"{}\"><span>{}</span></div>",
                     small ? "small" : "large", address, alt, caption);
}

std::string triptych(const RunRecord& run, const RunSummary& summary, const Example& example,
                     const InstancePixels& pixels, double scale) {
  const InstanceRecord& instance = run.instances[example.instance];
  const InputRecord& image = run.inputs[instance.input];
  const bool small = std::max(run.height, run.width) < 100;
  const std::string label = escape(run.class_name(image.label));
  const std::string led_to = escape(run.class_name(instance.adversarial->predicted));
  std::string out = "<figure class=\"triptych\"><div class=\"pictures\">";
  out += picture(picture_address(pixels.original, run), fmt::format("original of class {}", label), label,
                 small);
  if (!run.semantic())
    out += picture(picture_address(amplified(pixels, scale), run), "amplified perturbation",
                   fmt::format("x {:.3g}", scale), small);
  out += picture(picture_address(pixels.adversarial, run),
                 fmt::format("adversarial example, taken for {}", led_to), led_to, small);
  out += "</div><figcaption>" + attack_label(summary, instance.attack);
  if (example.hardest) out += " <span class=\"badge neutral\">hardest</span>";
  if (run.semantic() && !instance.nearer.empty())
    return out + fmt::format(
                     "<br>{}; severity {:.2f}, found with query {}{}; record "
                     "{}{}</figcaption></figure>\n",
                     escape(combination_text(run, instance.nearer.back().details)),
                     instance.adversarial->distance, grouped(instance.nearer.back().number),
                     instance.nearer.size() > 1 ? fmt::format(" after a first success with query {}",
                                                              grouped(instance.queries_to_success()))
                                                : std::string(),
                     image.record, image.name.empty() ? "" : ", " + escape(image.name));
  out += fmt::format("<br>{}, L-infinity {:.3f}, record {}{}</figcaption></figure>\n",
                     count_of(instance.queries, "query", "queries"), instance.adversarial->distance,
                     image.record, image.name.empty() ? "" : ", " + escape(image.name));
  return out;
}

}  // namespace

std::string examples_section(const RunRecord& run, const RunSummary& summary) {
  std::vector<std::string> attacks;
  for (const AttackResult& attack : summary.attacks) attacks.push_back(attack.name);
  const std::vector<Example> examples = choose_examples(run, attacks, kMostExamples);
  if (examples.empty()) return "";
  std::vector<std::int64_t> ids;
  for (const Example& example : examples) ids.push_back(run.instances[example.instance].id);
  const auto pixels = read_pixels(run, ids);

  const double scale = run.epsilon > 0 ? std::max(1.0, 0.5 / run.epsilon) : 1.0;
  if (run.semantic()) {
    std::string of_changes = fmt::format(
        "<section aria-labelledby=\"examples\">\n<h2 id=\"examples\">Examples</h2>\n<p>Original and the "
        "mildest "
        "combination of changes that an attack found; below each the class the model gives. {} of {} "
        "successes, "
        "spread over attacks and classes; the hardest is the one that took its attack the most "
        "queries.</p>\n<div "
        "class=\"triptychs\">\n",
        examples.size(), grouped(summary.verification.examples));
    for (const Example& example : examples) {
      const auto found = pixels.find(run.instances[example.instance].id);
      if (found != pixels.end()) of_changes += triptych(run, summary, example, found->second, 1);
    }
    return of_changes + "</div>\n</section>\n";
  }
  std::string out = fmt::format(
      "<section aria-labelledby=\"examples\">\n<h2 id=\"examples\">Examples</h2>\n<p>Original, perturbation, "
      "adversarial "
      "example; below each the class the model gives. The perturbation is shown {:.3g} times as strong "
      "around mid-grey, so that "
      "a change of epsilon is black or white. {} of {} successes, spread over attacks and classes; the "
      "hardest is the one "
      "that took its attack the most queries.</p>\n<div class=\"triptychs\">\n",
      scale, examples.size(), grouped(summary.verification.examples));
  for (const Example& example : examples) {
    const auto found = pixels.find(run.instances[example.instance].id);
    if (found != pixels.end()) out += triptych(run, summary, example, found->second, scale);
  }
  return out + "</div>\n</section>\n";
}

}  // namespace bora
