#include "report/views/run_views.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/json.h"
#include "common/process/shell_word.h"
#include "common/text.h"
#include "report/figures/run_texts.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"
#include "report/views/html/run_page.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

Json facts_json(std::initializer_list<const Facts*> parts) {
  Json out = Json::array();
  for (const Facts* facts : parts)
    for (const Fact& fact : *facts) out.push_back({{"name", fact.name}, {"value_html", html(fact.value)}});
  return out;
}

Json judgement_json(const Judgement& said) {
  return {{"kind", said.kind}, {"word", said.word}, {"about", said.about}, {"text", said.text}};
}

/// Returns the judgements of a kind; "": all.
Json judgements_json(const std::vector<Judgement>& all, std::string_view kind = "") {
  Json out = Json::array();
  for (const Judgement& said : all)
    if (kind.empty() || said.kind == kind) out.push_back(judgement_json(said));
  return out;
}

Json alarms_json(const RunReport& report) {
  Json out = Json::array();
  for (const Alarm& alarm : report.words.alarms)
    out.push_back({{"severe", alarm.severe},
                   {"title", alarm.title.empty() ? "Warning" : alarm.title},
                   {"text", alarm.text},
                   {"items", alarm.items.empty() ? Json() : Json{{"list", alarm.items}}}});
  return out;
}

Json attacks_json(const RunReport& report) {
  Json out = Json::array();
  for (std::size_t a = 0; a < report.attacks.size(); ++a)
    out.push_back({{"label_html", attack_label(report, report.attacks[a].name)},
                   {"facts", facts_text(report.attacks[a].facts)},
                   {"outcome_html", html(report.words.attacks[a])}});
  return out;
}

Json patterns_json(const RunReport& report) {
  if (!report.graphs) return Json();
  Json sentences = Json::array();
  for (std::size_t a = 0; a < report.attacks.size(); ++a)
    sentences.push_back({{"label_html", attack_label(report, report.attacks[a].name)},
                         {"text", pattern_text(report.graphs->attacks[a].patterns)}});
  return {{"sentences", std::move(sentences)}, {"table_html", html(pattern_table(report), report)}};
}

Json checks_json(const RunReport& report) {
  if (report.words.checks.empty()) return Json();
  return {{"queries", report.words.check_queries},
          {"counts", report.words.check_counts},
          {"failed", judgements_json(report.words.checks, "bad")},
          {"list", judgements_json(report.words.checks)}};
}

std::string value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return json_text(value);
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : ", ") + value_text(item);
  return text;
}

/// Returns whether the command line, as stored, sets the option.
bool typed(const std::string& command, const std::string& option) {
  return std::ranges::any_of(split(command, ' '), [&](const std::string& word) {
    return word == "--" + option || word.starts_with("--" + option + "=");
  });
}

/// Adds a table of the options set on the command line, and one of all others: of a protocol, of a file, and
/// defaults.
void add_configuration(Json& values, const RunRecord& run) {
  ReportTable given{"Options set on the command line", {"Option", "Value"}};
  ReportTable rest{"Other options in force: of a protocol or a configuration file, and defaults",
                   {"Option", "Value"}};
  int others = 0;
  const auto config = parse_valid_json(run.config_json);
  for (const auto& [key, value] : config.items()) {
    const bool is_given = typed(run.command, key);
    (is_given ? given : rest).add({html(code(key)), html(code(value_text(value)))});
    others += is_given ? 0 : 1;
  }
  values["typed"] = {{"table_html", html_table(given)}};
  values["others"] = {{"count", count_of(others, "option")}, {"table_html", html_table(rest)}};
  values["by_command"] = !typed(run.command, "config");
  // A model that is a program is started in the working folder of bo-attack, so the command works only there.
  const bool program = run.model.starts_with("exec:") && !run.directory.empty();
  values["program_folder"] = program ? shell_quoted(run.directory) : "";
}

/// Adds the texts of run_limits.txt and run_glossary.txt.
void add_prose(Json& values, const RunRecord& run) {
  const Json kind = {{"noun", noun(run)},
                     {"graphs", run.on_graphs()},
                     {"images", !run.on_graphs()},
                     {"semantic", run.semantic()},
                     {"pixels", !run.on_graphs() && !run.semantic()},
                     {"grid", !run.continuous},
                     {"accuracy", measures_accuracy(run)}};
  values["limits"] = fill_paragraphs("run_limits", kind);
  values["glossary"] = Json::array();
  for (const std::string& each : fill_paragraphs("run_glossary", kind)) {
    const std::size_t colon = each.find(": ");
    values["glossary"].push_back({{"name", each.substr(0, colon)}, {"text", each.substr(colon + 2)}});
  }
}

}  // namespace

std::string attack_label(const RunReport& report, const std::string& name) {
  std::size_t place = 0;
  while (place < report.attacks.size() && report.attacks[place].name != name) ++place;
  const char* mark = place < report.attacks.size() ? report.attacks[place].mark() : "";
  std::string label = fill_template(
      "attack_label",
      {{"colour", line_colour(place)}, {"dash", line_dash(place)}, {"name_html", breakable(name) + mark}});
  label.pop_back();  // line break at the end of the template
  return label;
}

std::string html(const ReportTable& table, const RunReport& report) {
  return html(table, [&](const std::string& head) {
    const auto attack = std::ranges::find_if(
        report.attacks, [&](const AttackResult& each) { return each.display_name() == head; });
    return attack == report.attacks.end() ? "" : attack_label(report, attack->name);
  });
}

std::string html_report(const RunReport& report) {
  Json values = {{"noun", noun(report.run)},
                 {"alarms", alarms_json(report)},
                 {"lead_html", html(report.words.lead)},
                 {"verdict", facts_json({&report.words.attacked, &report.words.resisted})},
                 {"conditions", nullptr},
                 {"verifier", judgement_json(report.words.verifier)},
                 {"checks", checks_json(report)},
                 {"spent", facts_json({&report.words.spent})},
                 {"made", facts_json({&report.words.made})},
                 {"objective", objective_values(report)},
                 {"semantic", semantic_values(report)},
                 {"smallest", smallest_values(report)},
                 {"matrix", matrix_values(report)},
                 {"examples", example_values(report)},
                 {"drawings", drawing_values(report)},
                 {"patterns", patterns_json(report)}};
  if (!report.words.conditions.empty())
    values["conditions"] = {{"list", judgements_json(report.words.conditions)}};
  values["attacks"] = attacks_json(report);
  // After a single query there is no curve.
  const bool charted = report.run.budget > 1;
  values["chart"] = charted ? chart_values(report) : Json();
  values.update(result_values(report));
  add_configuration(values, report.run);
  add_prose(values, report.run);
  return html_page(
      "Black-box robustness report", without_folders(report.run.model), fill_template("run", values),
      charted
          ? fmt::format("<script>\n{}\n</script>\n<script>\n{}</script>\n", chart_library(), page_script())
          : "");
}

}  // namespace bora::report
