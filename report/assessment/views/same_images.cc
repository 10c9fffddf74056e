#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/html/html_text.h"
#include "report/views/html/picture.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

constexpr std::size_t kMostInputs = 12;

/// Column of the table: results of a model at the reference bound, with images.
struct Column {
  std::size_t model = 0;
  const BoundFigures* figures = nullptr;
  const RunRecord* run = nullptr;
  std::map<std::int64_t, InstancePixels> pixels;  // by instance id; empty for graphs
};

std::vector<Column> columns_of(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<Column> columns;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const auto& figures = summary.at_reference(m);
    if (figures)
      columns.push_back(
          {m, &*figures, &assessment.models[m].runs[static_cast<std::size_t>(figures->run)], {}});
  }
  return columns;
}

/// Returns at most kMostInputs inputs with a success on some model, ascending. They are balanced by class;
/// within a class, those on which the models differ most are chosen.
std::vector<std::size_t> choose_inputs(const std::vector<Column>& columns) {
  struct Candidate {
    std::size_t input;
    int fooled, smaller_side, label;
  };
  std::vector<Candidate> candidates;
  const RunRecord& run = *columns.front().run;
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    int fooled = 0, resisted = 0;
    for (const Column& column : columns) {
      fooled += column.figures->outcomes[i] == InputOutcome::fooled ? 1 : 0;
      resisted += column.figures->outcomes[i] == InputOutcome::resisted ? 1 : 0;
    }
    if (fooled > 0) candidates.push_back({i, fooled, std::min(fooled, resisted), run.inputs[i].label});
  }
  std::map<int, int> shown;  // number of chosen images by class
  std::vector<std::size_t> chosen;
  while (chosen.size() < kMostInputs && !candidates.empty()) {
    const auto best = std::ranges::max_element(candidates, {}, [&](const Candidate& each) {
      return std::tuple(-shown[each.label], each.smaller_side, each.fooled, -static_cast<long>(each.input));
    });
    chosen.push_back(best->input);
    ++shown[best->label];
    candidates.erase(best);
  }
  std::ranges::sort(chosen);
  return chosen;
}

void load_pixels(std::vector<Column>& columns, const std::vector<std::size_t>& inputs) {
  for (Column& column : columns) {
    std::vector<std::int64_t> ids;
    for (const std::size_t i : inputs) {
      const FirstSuccess& first = column.figures->first[i];
      if (first.instance >= 0)
        ids.push_back(column.run->instances[static_cast<std::size_t>(first.instance)].id);
    }
    if (!ids.empty()) column.pixels = read_pixels(*column.run, ids);
  }
}

Json picture(const std::vector<float>& values, const RunRecord& run, const std::string& alt) {
  const bool small = std::max(run.height, run.width) < 100;
  return {{"size", small ? "small" : "large"}, {"address", picture_address(values, run)}, {"alt", alt}};
}

/// Returns the values of an empty cell.
Json cell() {
  return {{"picture", nullptr}, {"before", ""}, {"badge", nullptr}, {"text", ""}, {"notes", nullptr}};
}

Json badge(const char* kind, const std::string& text) {
  return {{"kind", kind}, {"word", text}};
}

/// Returns the cell of the original image, which is stored only if an attack on it succeeded.
Json original_cell(const std::vector<Column>& columns, std::size_t input) {
  const RunRecord& run = *columns.front().run;
  const InputRow& record = run.inputs[input];
  Json out = cell();
  out["text"] = run.class_name(record.label);
  out["notes"] = {{"first", fmt::format("record {}", record.record)}, {"second_html", ""}};
  for (const Column& column : columns) {
    const FirstSuccess& first = column.figures->first[input];
    if (first.instance < 0) continue;
    const auto found = column.pixels.find(column.run->instances[static_cast<std::size_t>(first.instance)].id);
    if (found == column.pixels.end()) continue;
    out["picture"] =
        picture(found->second.original, *column.run, "original of class " + run.class_name(record.label));
    break;
  }
  return out;
}

Json outcome_cell(const Column& column, std::size_t input) {
  const RunRecord& run = *column.run;
  Json out = cell();
  switch (column.figures->outcomes[input]) {
    case InputOutcome::misclassified:
      out["badge"] = badge("neutral", "wrong from the start");
      out["text"] = run.class_name(run.inputs[input].predicted);
      return out;
    case InputOutcome::resisted:
      out["badge"] = badge("good", "resisted");
      return out;
    case InputOutcome::safe:
      out["badge"] = badge("good", "cannot be changed");
      return out;
    case InputOutcome::excluded:
      out["badge"] = badge("neutral", "not attacked");
      return out;
    case InputOutcome::open:
    case InputOutcome::unconfirmed:
      out["badge"] = badge("neutral", "undecided");
      return out;
    case InputOutcome::fooled:
      break;
  }
  const InstanceRecord& instance =
      run.instances[static_cast<std::size_t>(column.figures->first[input].instance)];
  const std::string led_to = instance.adversarial ? run.class_name(instance.adversarial->predicted) : "";
  if (const auto found = column.pixels.find(instance.id); found != column.pixels.end())
    out["picture"] = picture(found->second.adversarial, run, "adversarial example, taken for " + led_to);
  out["before"] = led_to.empty() ? "" : "taken for";
  out["badge"] = badge("bad", led_to.empty() ? "fooled" : led_to);
  out["notes"] = {{"first", count_of(instance.queries_to_success(), "query", "queries")},
                  {"second_html", breakable(instance.attack)}};
  return out;
}

}  // namespace

Json same_images_values(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<Column> columns = columns_of(assessment, summary);
  if (columns.empty()) return Json();
  const RunRecord& run = *columns.front().run;
  const auto inputs = choose_inputs(columns);
  if (inputs.empty()) return Json();
  if (!run.on_graphs()) load_pixels(columns, inputs);
  Json models = Json::array(), rows = Json::array();
  for (const Column& column : columns)
    models.push_back({{"label_html", model_label(assessment, column.model)}});
  for (const std::size_t input : inputs) {
    Json cells = Json::array();
    for (const Column& column : columns) cells.push_back(outcome_cell(column, input));
    rows.push_back({{"original", original_cell(columns, input)}, {"cells", std::move(cells)}});
  }
  return {{"images", !run.on_graphs()},
          {"bound", bound_text(run)},
          {"shown", inputs.size()},
          {"of", count_of(static_cast<std::int64_t>(run.inputs.size()), noun(run))},
          {"models", std::move(models)},
          {"rows", std::move(rows)}};
}

}  // namespace bora::report
