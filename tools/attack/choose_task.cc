#include "tools/attack/choose_task.h"

#include <algorithm>
#include <optional>

#include "attacks/graph/factory.h"
#include "attacks/image/factory.h"
#include "common/error.h"
#include "common/text.h"
#include "data/load_graphs.h"
#include "models/load_victim.h"
#include "tools/attack/protocols.h"
#include "tools/options/values.h"

namespace bora {
namespace {

struct Voice {
  RunTask task;
  std::string who;  // "gcn.pt classifies"
};

const char* name(RunTask task) {
  return task == RunTask::graphs ? "graphs" : "images";
}

std::optional<Voice> of_model(const AttackOptionsText& text) {
  const auto metadata = read_model_metadata(text.model);
  if (!metadata) return std::nullopt;
  // Exporters of image models may leave out all metadata that identify an image model.
  return Voice{metadata->graph ? RunTask::graphs : RunTask::images, text.model + " classifies"};
}

// Returns the sources that state the task, in order of precedence.
std::vector<Voice> voices(const AttackOptionsText& text) {
  std::vector<Voice> all;
  if (text.task != "auto")
    all.push_back({text.task == "graph" ? RunTask::graphs : RunTask::images, "--task says"});
  if (const auto model = of_model(text)) all.push_back(*model);
  if (!text.image.empty()) all.push_back({RunTask::images, "--image is among"});
  if (!text.graph.empty()) all.push_back({RunTask::graphs, "--graph is among"});
  if (!text.data.empty())
    all.push_back({looks_like_graphs(text.data) ? RunTask::graphs : RunTask::images, text.data + " holds"});
  return all;
}

std::optional<RunTask> task_of_protocol(const std::string& protocol) {
  for (const Preset& preset : protocols())
    if (preset.name == protocol)
      for (const auto& [option, value] : preset.options)
        if (option == "task") return value == "graph" ? RunTask::graphs : RunTask::images;
  return std::nullopt;
}

void refuse_options_of_the_other(const AttackOptionsText& text, const CommandLine& line, RunTask task,
                                 const std::string& because) {
  const bool graphs = task == RunTask::graphs;
  for (const std::string& option : graphs ? image_options() : graph_options())
    if (line.changed(option))
      throw InputError("--{}: counts for {} alone, but {} {}", option, graphs ? "images" : "graphs", because,
                       name(task));
  if (text.attack == "auto") return;
  const auto names = [](const std::vector<AttackSummary>& summaries) {
    std::vector<std::string> all;
    for (const auto& summary : summaries) all.push_back(summary.name);
    return all;
  };
  const auto own = names(graphs ? graph_attack_summaries() : attack_summaries());
  const auto other = names(graphs ? attack_summaries() : graph_attack_summaries());
  for (const std::string& spec : split(text.attack, ',')) {
    const std::string attack = spec.substr(0, spec.find(':'));
    if (std::ranges::find(own, attack) == own.end() && std::ranges::find(other, attack) != other.end())
      throw InputError("--attack {}: is an attack on {}, but {} {}; those on {}: {}", attack,
                       graphs ? "images" : "graphs", because, name(task), name(task), join(own));
  }
}

}  // namespace

RunTask choose_task(const AttackOptionsText& text, const CommandLine& line) {
  if (text.model.empty()) throw InputError("--model is required; bo-attack --help shows all options");
  check_name(text.task, "--task", {"auto", "image", "graph"});
  const std::vector<Voice> all = voices(text);
  for (const Voice& voice : all)
    if (voice.task != all.front().task) {
      if (const auto wanted = task_of_protocol(text.protocol); wanted && all.front().who == "--task says")
        throw InputError("--protocol {}: is on {}, but {} {}", text.protocol, name(*wanted), voice.who,
                         name(voice.task));
      throw InputError("{} {}, but {} {}", all.front().who, name(all.front().task), voice.who,
                       name(voice.task));
    }
  const RunTask task = all.empty() ? RunTask::images : all.front().task;
  // A file takes precedence over an option, which a protocol may have set.
  refuse_options_of_the_other(text, line, task,
                              all.empty() ? "nothing names graphs, so that the inputs are" : all.back().who);
  return task;
}

}  // namespace bora
