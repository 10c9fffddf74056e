// The sections that only a run on graphs has.
#include <algorithm>

#include <fmt/format.h>

#include "data/graph_json.h"
#include "tools/report/figures/examples.h"
#include "tools/report/render/format.h"
#include "tools/report/render/graph_drawing.h"
#include "tools/report/render/graph_tables.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"

namespace bora {
namespace {

constexpr int kMostDrawings = 12;

std::string figure_of(const RunRecord& run, const RunSummary& summary, const Example& example,
                      const InstanceContents& contents) {
  const InstanceRecord& instance = run.instances[example.instance];
  const InputRecord& input = run.inputs[instance.input];
  const std::string where = run.database.string();
  const GraphDrawing drawing =
      draw(graph_from_json(contents.original, where), graph_from_json(contents.adversarial, where),
           fmt::format("graph-{}", instance.id), fmt::format("graph {}", input.record));
  std::string out = "<figure class=\"drawing\"><div class=\"pair\">";
  const std::pair<const std::string*, int> pictures[] = {
      {&drawing.original, input.predicted}, {&drawing.adversarial, instance.adversarial->predicted}};
  for (const auto& [picture, label] : pictures) {
    out += fmt::format("<div>{}<span>{}</span></div>", *picture, escape(run.class_name(label)));
  }
  out += "</div><figcaption>" + attack_label(summary, instance.attack);
  if (example.hardest) out += " <span class=\"badge neutral\">hardest</span>";
  return out + fmt::format("<br>{}: {}; {}, record {}{}</figcaption></figure>\n",
                           count_of(instance.queries, "query", "queries"), escape(drawing.caption),
                           count_of(input.nodes, "node"), input.record,
                           input.name.empty() ? "" : ", " + escape(input.name));
}

std::string key_line(const char* kind, const char* text) {
  return fmt::format(
      "<li><svg class=\"graph\" viewBox=\"0 0 102 36\" aria-hidden=\"true\"><line class=\"{}\" x1=\"4\" "
      "y1=\"18\" "
      "x2=\"98\" y2=\"18\"/></svg>{}</li>",
      kind, text);
}

}  // namespace

std::string drawings_section(const RunRecord& run, const RunSummary& summary) {
  std::vector<std::string> attacks;
  for (const AttackResult& attack : summary.attacks) attacks.push_back(attack.name);
  const std::vector<Example> examples = choose_examples(run, attacks, kMostDrawings);
  if (examples.empty()) return "";
  std::vector<std::int64_t> ids;
  for (const Example& example : examples) ids.push_back(run.instances[example.instance].id);
  const auto contents = read_contents(run, ids);
  std::string key = key_line("added", "edge added") + key_line("removed", "edge removed");
  if (run.edits && run.edits->mode == "reweight") key = key_line("reweighted", "edge reweighted");
  if (run.edits && run.edits->mode == "inject") {
    key +=
        "<li><svg class=\"graph\" viewBox=\"0 0 102 36\" aria-hidden=\"true\"><g "
        "class=\"graph-nodes\"><circle class=\"injected\" "
        "cx=\"51\" "
        "cy=\"18\" r=\"13\"/></g></svg>injected node</li>";
  }
  std::string out = fmt::format(
      "<section aria-labelledby=\"examples\">\n<h2 id=\"examples\">Examples</h2>\n<p>Original and "
      "adversarial "
      "graph, each node at the same place in both; below each the class the model gives. Colours of nodes "
      "are their labels. {} of {} successes, spread over attacks and classes; the hardest is the one that "
      "took "
      "its attack the most queries.</p>\n<ul class=\"key\">{}</ul>\n<div class=\"drawings\">\n",
      examples.size(), grouped(summary.verification.examples), key);
  for (const Example& example : examples) {
    const auto found = contents.find(run.instances[example.instance].id);
    if (found != contents.end()) out += figure_of(run, summary, example, found->second);
  }
  return out + "</div>\n</section>\n";
}

std::string patterns_section(const RunSummary& summary) {
  std::string out =
      "<section aria-labelledby=\"patterns\">\n<h2 id=\"patterns\">Patterns in the edits</h2>\n<ul "
      "class=\"attacks\">\n";
  for (const std::string& sentence : pattern_sentences(summary)) {
    const std::size_t colon = sentence.find(": ");
    std::string name = sentence.substr(0, colon);
    if (const auto white = name.find(" (white box)"); white != std::string::npos) name.erase(white);
    out += fmt::format("<li>{}: {}</li>\n", attack_label(summary, name), escape(sentence.substr(colon + 2)));
  }
  return out + "</ul>\n" + html(pattern_table(summary)) + "</section>\n";
}

}  // namespace bora
