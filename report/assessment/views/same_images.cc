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

/// Returns at most kMostInputs inputs with a success on some model, ascending: balanced by class, and of each
/// class those on which models differ most.
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
      fooled += column.figures->fates[i] == Fate::fooled ? 1 : 0;
      resisted += column.figures->fates[i] == Fate::resisted ? 1 : 0;
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
      const FirstToFool& first = column.figures->first[i];
      if (first.instance >= 0)
        ids.push_back(column.run->instances[static_cast<std::size_t>(first.instance)].id);
    }
    if (!ids.empty()) column.pixels = read_pixels(*column.run, ids);
  }
}

std::string picture(const std::vector<float>& values, const RunRecord& run, const std::string& alt) {
  const bool small = std::max(run.height, run.width) < 100;
  return fmt::format("<img class=\"{}\" src=\"{}\" alt=\"{}\">", small ? "small" : "large",
                     picture_address(values, run), escape(alt));
}

/// Returns the cell of the original image, which is stored only if an attack on it succeeded.
std::string original_cell(const std::vector<Column>& columns, std::size_t input) {
  const RunRecord& run = *columns.front().run;
  const InputRow& record = run.inputs[input];
  const std::string label = run.class_name(record.label);
  std::string image;
  for (const Column& column : columns) {
    const FirstToFool& first = column.figures->first[input];
    if (first.instance < 0) continue;
    const auto found = column.pixels.find(column.run->instances[static_cast<std::size_t>(first.instance)].id);
    if (found == column.pixels.end()) continue;
    image = picture(found->second.original, *column.run, "original of class " + label);
    break;
  }
  return fmt::format("{}<span>{}</span><small>record {}</small>", image, escape(label), record.record);
}

std::string fate_cell(const Column& column, std::size_t input) {
  const RunRecord& run = *column.run;
  switch (column.figures->fates[input]) {
    case Fate::misclassified:
      return fmt::format("<span class=\"badge neutral\">wrong from the start</span><span>{}</span>",
                         escape(run.class_name(run.inputs[input].predicted)));
    case Fate::resisted:
      return "<span class=\"badge good\">resisted</span>";
    case Fate::safe:
      return "<span class=\"badge good\">cannot be changed</span>";
    case Fate::excluded:
      return "<span class=\"badge neutral\">not attacked</span>";
    case Fate::open:
    case Fate::unconfirmed:
      return "<span class=\"badge neutral\">undecided</span>";
    case Fate::fooled:
      break;
  }
  const InstanceRecord& instance =
      run.instances[static_cast<std::size_t>(column.figures->first[input].instance)];
  const std::string led_to = instance.adversarial ? run.class_name(instance.adversarial->predicted) : "";
  const auto found = column.pixels.find(instance.id);
  std::string out = found == column.pixels.end()
                        ? ""
                        : picture(found->second.adversarial, run, "adversarial example, taken for " + led_to);
  out += led_to.empty()
             ? "<span class=\"badge bad\">fooled</span>"
             : fmt::format("<small>taken for</small><span class=\"badge bad\">{}</span>", escape(led_to));
  return out + fmt::format("<small>{}<br>{}</small>", count_of(instance.queries, "query", "queries"),
                           breakable(instance.attack));
}

}  // namespace

std::string same_images_section(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<Column> columns = columns_of(assessment, summary);
  if (columns.empty()) return "";
  const RunRecord& run = *columns.front().run;
  const auto inputs = choose_inputs(columns);
  if (inputs.empty()) return "";
  if (!run.on_graphs()) load_pixels(columns, inputs);
  const std::string name = noun(run);
  std::vector<std::string> heads{"Original"};
  for (const Column& column : columns) heads.push_back(model_label(assessment, column.model));
  HtmlTable table(fmt::format("At {}: {} of {}, among them those on which the models differ, each class "
                              "in turn. They are no fair sample.",
                              escape(bound_text(run)), inputs.size(),
                              count_of(static_cast<std::int64_t>(run.inputs.size()), name)),
                  heads);
  for (const std::size_t input : inputs) {
    std::vector<std::string> row{original_cell(columns, input)};
    for (const Column& column : columns) row.push_back(fate_cell(column, input));
    table.add(std::move(row));
  }
  return fmt::format(
      "<section aria-labelledby=\"same\">\n"
      "<h2 id=\"same\">The same {0}s on all models</h2>\n"
      "<p>For each model the worst case over its attacks: of those that succeeded the one with the fewest "
      "queries, {1}the class that the model gave and what it took.</p>\n"
      "<div class=\"same wide\">\n"
      "{2}</div>\n</section>\n",
      name, run.on_graphs() ? "" : "its adversarial example, ", table.html());
}

}  // namespace bora::report
