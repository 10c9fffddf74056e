#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/shell_word.h"
#include "common/text.h"
#include "tools/report/figures/cost.h"
#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"

namespace bora {
namespace {

using Json = nlohmann::json;

std::string value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : ", ") + value_text(item);
  return text;
}

/// Returns whether the command line, as stored, sets the option.
bool typed(const std::string& command, const std::string& option) {
  for (const std::string& word : split(command, ' '))
    if (word == "--" + option || word.starts_with("--" + option + "=")) return true;
  return false;
}

/// Returns HTML that states how to reproduce the run. A model that is a program is started in the working
/// folder of bo-attack, so the command works only in the folder where the original run was started.
std::string how_to_reproduce(const RunRecord& run) {
  const bool program = run.model.starts_with("exec:");
  if (!program || run.directory.empty())
    return "<p>Check the model against the SHA-256 above, then run the command above in the folder named "
           "there, or, in "
           "the run's folder,</p>\n<pre tabindex=\"0\">bo-attack --config config.ini --out again</pre>\n";
  return "<p>The model is a program, started in the folder named above: run the command above there, or, "
         "with the run's "
         "own folder in place of RUN,</p>\n<pre tabindex=\"0\">cd " +
         escape(shell_quoted(run.directory)) +
         " &amp;&amp; bo-attack --config RUN/config.ini --out again</pre>\n";
}

/// Options that the command line names, and all others: of a protocol, of a file, and defaults.
std::string configuration_tables(const RunRecord& run) {
  HtmlTable given("Options that were typed", {"Option", "Value"});
  HtmlTable rest("Options in force beside them: of a protocol or a configuration file, and defaults",
                 {"Option", "Value"});
  const Json config = Json::parse(run.config_json);
  int others = 0;
  for (const auto& [key, value] : config.items()) {
    const bool is_given = typed(run.command, key);
    (is_given ? given : rest)
        .add({"<code>" + escape(key) + "</code>", "<code>" + escape(value_text(value)) + "</code>"});
    others += is_given ? 0 : 1;
  }
  return "<details class=\"options\"><summary>Configuration</summary>\n" + given.html() +
         fmt::format("<details class=\"options{}\"><summary>{} not typed</summary>\n",
                     typed(run.command, "config") ? "" : " rest", count_of(others, "option")) +
         rest.html() + "</details></details>\n";
}

/// Returns the list of the folders of the shards that a run was merged from.
std::string merged_list(const RunRecord& run) {
  std::string text = shards_text(run);
  for (std::size_t i = 0; i < run.merged.size(); ++i) {
    const MergedShard& shard = run.merged[i];
    text += fmt::format("{}<code>{}</code>{}", i == 0 ? ": " : ", ", escape(shard.folder),
                        shard.status == "complete" ? "" : " (" + escape(shard.status) + ")");
  }
  return text;
}

}  // namespace

std::string inputs_section(const RunRecord& run, const RunSummary& summary) {
  std::vector<std::pair<std::string, std::string>> entries;
  if (summary.clean_accuracy) {
    entries.emplace_back(
        "Clean accuracy",
        fmt::format("{} ({} of {}; {} for it, outside every budget)",
                    percent_with(summary.clean_accuracy, summary.clean_interval), grouped(*run.clean_correct),
                    count_of(*run.clean_inputs, "test " + noun(run)),
                    count_of(run.clean_queries, "query", "queries")));
  }
  entries.emplace_back("Attacked", count_of(summary.attacked_images, noun(run)));
  for (const auto& [reason, count] : summary.skipped) {
    entries.emplace_back("Skipped", count_of(count, noun(run)) + ": " + escape(reason));
  }
  entries.emplace_back("Instances",
                       fmt::format("{} ({}, target, attack), {} ended", grouped(summary.instances), noun(run),
                                   grouped(summary.ended)));
  for (const FailureCount& failure : summary.failures) {
    entries.emplace_back("Failed",
                         fmt::format("{} of {}: {}", count_of(failure.instances, "instance"),
                                     attack_label(summary, failure.attack), escape(failure.reason)));
  }
  entries.emplace_back("Queries", spent_text(run, summary));
  if (summary.attack_attempts != summary.attack_queries) {
    entries.emplace_back("Attempts",
                         grouped(summary.attack_attempts) +
                             " forward passes on attacked inputs: the queries, passes that gave no "
                             "answer, and what was being asked when a process died");
  }
  if (const auto cost = cost_of(run, summary)) entries.emplace_back("Cost", cost_text(*cost));
  return "<section aria-labelledby=\"inputs\">\n<h2 id=\"inputs\">Inputs and queries</h2>\n" +
         definition_list(entries) + "</section>\n";
}

std::string provenance_section(const RunRecord& run, const RunSummary& summary) {
  std::string libraries;
  for (const auto& [name, version] : run.libraries) {
    libraries += (libraries.empty() ? "" : ", ") + escape(name) + " " + escape(version);
  }
  const std::string sha = run.model_sha256.empty() ? "" : "<code>" + escape(run.model_sha256) + "</code>";
  std::string out =
      "<section aria-labelledby=\"provenance\">\n<h2 id=\"provenance\">How this was made</h2>\n";
  out += definition_list(
      {{"Command", run.command.empty() ? "" : "<code>" + escape(run.command) + "</code>"},
       {"Run in", run.directory.empty() ? "" : "<code>" + escape(run.directory) + "</code>"},
       {"Seed", escape(run.seed)},
       {"Model SHA-256", sha},
       {"Input", run.on_graphs() ? count_of(run.classes, "class", "classes") +
                                       (run.features.empty() ? "" : ", node features " + escape(run.features))
                                 : fmt::format("{} x {} x {} (channels, height, width), {} classes",
                                               run.channels, run.height, run.width, run.classes)},
       {"Shards", merged_list(run)},
       {"Started", escape(run.started)},
       {"Finished", escape(run.finished)},
       {"Wall time", run.wall_seconds > 0 ? duration(run.wall_seconds) : ""},
       {"State", escape(progress_text(run, summary))},
       {"Device",
        run.device.empty() ? "" : fmt::format("{}, {}", escape(run.device), count_of(run.threads, "thread"))},
       {"bora", escape(run.version)},
       {"Libraries", libraries}});
  out += configuration_tables(run);
  out +=
      "<h3>To reproduce</h3>\n" + how_to_reproduce(run) +
      "<p>The seed fixes "
      "every query, "
      "whatever the number "
      "of threads. Everything on this page comes from <code>run.sqlite</code>; <code>bo-report</code> on the "
      "run's folder makes it again, and <code>results.csv</code> has a line an instance.</p>\n";
  return out + "</section>\n";
}

namespace {

/// Returns the glossary entries that are needed for one kind of input only.
std::vector<std::pair<std::string, std::string>> words_of_the_threat(const RunRecord& run) {
  if (run.on_graphs()) {
    return {{"Edit",
             "What the threat model counts: see Threat, above. A pair of nodes whose edge differs; of "
             "moved edges, the move."},
            {"Queries / n^2",
             "Queries divided by the squared number of nodes: the unit in which edits and "
             "budgets are allowed."}};
  }
  if (run.semantic())
    return {{"Severity",
             "How far each change goes, as a share of its bound, added up: 1 is one change as far as it may "
             "go, or "
             "two half as far."},
            {"L2", "The root of the summed squared changes of all pixel values."}};
  const std::string grid =
      run.continuous ? ""
                     : " Pixels stay on the 8-bit grid, so what was queried is what the saved PNG holds.";
  return {{"L-infinity", "The largest change of any pixel value, where a pixel ranges from 0 to 1." + grid},
          {"L2", "The root of the summed squared changes of all pixel values."}};
}

}  // namespace

std::string reading_section(const RunRecord& run) {
  const std::string name = noun(run);
  std::vector<std::pair<std::string, std::string>> words{
      {"Query", "One forward pass of the model on an attacked input. First designs and retries count."},
      {"Instance", "One attack on one " + name + " (towards one target)."},
      {"Success", "The model's highest score is the attacker's goal; noticed on the query that achieves it."},
      {"Budget", "Queries an instance may spend. An instance that spends them all in vain is exhausted."}};
  for (auto& word : words_of_the_threat(run)) words.push_back(std::move(word));
  words.insert(
      words.end(),
      {{"Interval in brackets",
        "95% confidence interval. Of shares: Wilson's, at the number of independent trials that the "
        "instances are worth, since those of one " +
            name + " are not independent of each other; where all succeeded or none, as many as there are " +
            name + "s. Of quantiles: by inverting these bands."},
       {"Kaplan-Meier",
        "Estimate of success against queries that uses instances cut short for as long as they were "
        "followed, and treats failures as longer than the budget."},
       tells_accuracy(run)
           ? std::pair<std::string, std::string>{"Robust accuracy",
                                                 "Share of " + name +
                                                     "s, misclassified ones included, that stay classified "
                                                     "correctly under every attack here."}
           : std::pair<std::string, std::string>{"Not moved",
                                                 "Share of attacked " + name +
                                                     "s that no attack here made the model put into a class "
                                                     "asked for. It is no robust accuracy: only some classes "
                                                     "were asked for."},
       {"Verifier",
        "Reads each saved adversarial example back, checks its distance and shows it to the model "
        "again, outside the budget. What it does not confirm is no success in any figure."}});
  const std::string other =
      run.on_graphs()  ? "other kinds of edits, more of them, or changed node features are not covered"
      : run.semantic() ? "other changes, larger ones, and perturbations of single pixels are not covered"
                       : "other norms, larger changes, rotations or noise are not covered";
  return "<section aria-labelledby=\"limits\">\n<h2 id=\"limits\">What the figures do not show</h2>\n<ul>\n"
         "<li>That an attack failed is no proof of robustness: another attack, more queries or knowledge of "
         "the gradients "
         "may succeed. Success rates are lower bounds on what an attacker can do.</li>\n"
         "<li>They hold for this threat model alone: " +
         other +
         ".</li>\n"
         "<li>They hold for inputs like these. Intervals express the chance in drawing the " +
         name +
         "s, not a change of the "
         "data.</li>\n"
         "<li>Each instance was attacked once, with one seed.</li>\n"
         "<li>Curves of different attacks are compared at equal queries; their computing time "
         "differs.</li>\n</ul>\n"
         "</section>\n<section aria-labelledby=\"words\">\n<h2 id=\"words\">Words used</h2>\n" +
         definition_list(words) + "</section>\n";
}

}  // namespace bora
