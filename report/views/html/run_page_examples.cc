#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "data/graphs/graph_json.h"
#include "report/figures/examples.h"
#include "report/views/html/graph_drawing.h"
#include "report/views/html/picture.h"
#include "report/views/html/run_page.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

constexpr int kMostExamples = 24;
constexpr int kMostDrawings = 12;

/// Returns the largest change of a pixel value in any of the pictures.
double largest_change(const std::map<std::int64_t, InstancePixels>& pictures) {
  double largest = 0;
  for (const auto& [id, pixels] : pictures)
    for (std::size_t i = 0; i < pixels.original.size(); ++i)
      largest = std::max<double>(largest, std::abs(pixels.adversarial[i] - pixels.original[i]));
  return largest;
}

/// Returns the perturbation as an image: mid-grey without a change; a change of 0.5 / scale gives black or
/// white.
std::vector<float> amplify(const InstancePixels& pixels, double scale) {
  std::vector<float> out(pixels.original.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(0.5 + scale * (pixels.adversarial[i] - pixels.original[i]));
  return out;
}

std::string record_text(const InputRow& input) {
  return fmt::format("record {}{}", input.record, input.name.empty() ? "" : ", " + input.name);
}

/// Returns the distance of the first success if a nearer example was found later: ", at first 8/255"; else
/// "".
std::string first_text(const RunRecord& run, const InstanceRecord& instance) {
  if (!instance.first || instance.nearer.size() < 2) return "";
  return ", at first " + distance_text(run, instance.first->distance);
}

/// Returns a description of an adversarial example: queries, distance and record.
std::string found_text(const RunRecord& run, const InstanceRecord& instance, const InputRow& image) {
  const double distance = instance.adversarial->distance;
  if (!run.semantic() || instance.nearer.empty())
    return fmt::format("{}, {}{}, {}", count_of(instance.queries_to_success(), "query", "queries"),
                       measured_distance(run, distance), first_text(run, instance), record_text(image));
  std::string text = fmt::format("{}; severity {:.2f}, found with query {}",
                                 combination_text(run, instance.nearer.back().details), distance,
                                 grouped(instance.nearer.back().number));
  if (instance.nearer.size() > 1)
    text += " after a first success with query " + grouped(instance.queries_to_success());
  return text + "; " + record_text(image);
}

Json pictures_of(const RunRecord& run, const InstanceRecord& instance, const InputRow& image,
                 const InstancePixels& pixels, double scale) {
  const char* size = std::max(run.height, run.width) < 100 ? "small" : "large";
  const std::string label = run.class_name(image.label);
  const std::string led_to = run.class_name(instance.adversarial->predicted);
  Json pictures = Json::array();
  const auto add = [&](const std::vector<float>& shown, const std::string& alt, const std::string& caption) {
    pictures.push_back(
        {{"size", size}, {"address", picture_address(shown, run)}, {"alt", alt}, {"caption", caption}});
  };
  add(pixels.original, "original of class " + label, label);
  if (!run.semantic()) add(amplify(pixels, scale), "amplified perturbation", fmt::format("x {:.3g}", scale));
  add(pixels.adversarial, "adversarial example, taken for " + led_to, led_to);
  return pictures;
}

Json drawings_of(const RunRecord& run, const InstanceRecord& instance, const InputRow& input,
                 const GraphDrawing& drawing) {
  return {
      {{"drawing_html", drawing.original}, {"class", run.class_name(input.predicted)}},
      {{"drawing_html", drawing.adversarial}, {"class", run.class_name(instance.adversarial->predicted)}}};
}

/// Returns the values that the sections of pictures and of drawings have in common.
Json shown_values(const RunReport& report, const std::vector<Example>& examples, Json list) {
  return {{"shown", examples.size()},
          {"successes", grouped(report.verification.examples)},
          {"list", std::move(list)}};
}

/// Chooses at most `most` examples and reads their contents by `read(run, ids)`. Returns both.
template <typename Read>
auto read_examples(const RunReport& report, int most, const Read& read) {
  std::vector<std::string> attacks;
  for (const AttackResult& attack : report.attacks) attacks.push_back(attack.name);
  std::vector<Example> examples = choose_examples(report.run, attacks, most);
  std::vector<std::int64_t> ids;
  for (const Example& example : examples) ids.push_back(report.run.instances[example.instance].id);
  auto contents = ids.empty() ? decltype(read(report.run, ids))() : read(report.run, ids);
  return std::pair(std::move(examples), std::move(contents));
}

}  // namespace

Json example_values(const RunReport& report) {
  const RunRecord& run = report.run;
  if (report.graphs) return Json();
  const auto [examples, pixels] = read_examples(report, kMostExamples, read_pixels);
  if (examples.empty()) return Json();
  const double largest = run.threat == "linf" ? run.epsilon : largest_change(pixels);
  const double scale = largest > 0 ? std::max(1.0, 0.5 / largest) : 1.0;
  Json list = Json::array();
  for (const Example& example : examples) {
    const InstanceRecord& instance = run.instances[example.instance];
    const InputRow& image = run.inputs[instance.input];
    const auto found = pixels.find(instance.id);
    if (found == pixels.end()) continue;
    list.push_back({{"label_html", attack_label(report, instance.attack)},
                    {"hardest", example.hardest},
                    {"text", found_text(run, instance, image)},
                    {"pictures", pictures_of(run, instance, image, found->second, scale)}});
  }
  Json values = shown_values(report, examples, std::move(list));
  values["scale"] = run.semantic() ? "" : fmt::format("{:.3g}", scale);
  values["full"] = run.threat == "linf" ? "epsilon" : fmt::format("{:.3g}", 0.5 / scale);
  return values;
}

Json drawing_values(const RunReport& report) {
  const RunRecord& run = report.run;
  if (!report.graphs) return Json();
  const auto [examples, contents] = read_examples(report, kMostDrawings, read_contents);
  if (examples.empty()) return Json();
  const std::string where = run.database.string();
  Json list = Json::array();
  for (const Example& example : examples) {
    const InstanceRecord& instance = run.instances[example.instance];
    const InputRow& input = run.inputs[instance.input];
    const auto found = contents.find(instance.id);
    if (found == contents.end()) continue;
    const GraphDrawing drawing = draw(
        graph_from_json(found->second.original, where), graph_from_json(found->second.adversarial, where),
        fmt::format("graph-{}", instance.id), fmt::format("graph {}", input.record));
    list.push_back(
        {{"label_html", attack_label(report, instance.attack)},
         {"hardest", example.hardest},
         {"text", fmt::format("{}: {}{}; {}, {}", count_of(instance.queries_to_success(), "query", "queries"),
                              drawing.caption, first_text(run, instance), count_of(input.nodes, "node"),
                              record_text(input))},
         {"pictures", drawings_of(run, instance, input, drawing)}});
  }
  Json values = shown_values(report, examples, std::move(list));
  const std::string mode = run.edits ? run.edits->mode : "";
  values["edges"] = {{{"kind", "added"}}, {{"kind", "removed"}}};
  if (mode == "reweight") values["edges"] = Json::array({{{"kind", "reweighted"}}});
  values["inject"] = mode == "inject";
  return values;
}

}  // namespace bora::report
