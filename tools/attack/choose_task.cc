#include "tools/attack/choose_task.h"

#include <algorithm>
#include <optional>

#include "attacks/factory.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "data/graphs/load_graphs.h"
#include "models/victims/load_victim.h"
#include "tools/attack/attack_options.h"
#include "tools/attack/protocols.h"

namespace bora::tools {
namespace {

// Evidence for the task.
struct TaskSource {
  RunTask task;
  std::string statement;  // beginning of a sentence that ends with the task: "gcn.pt classifies"
};

const char* name(RunTask task) {
  return task == RunTask::graphs ? "graphs" : "images";
}

std::optional<TaskSource> of_model(const AttackConfig& config) {
  const std::string& model = config.victim.options.address;
  const auto metadata = read_model_metadata(model);
  if (!metadata) return std::nullopt;
  // Metadata need not identify an image model, those of a graph model always do.
  return TaskSource{metadata->graph ? RunTask::graphs : RunTask::images, model + " classifies"};
}

// Returns the sources that state the task, in order of precedence.
std::vector<TaskSource> task_sources(const AttackConfig& config) {
  std::vector<TaskSource> all;
  if (config.victim.task) all.push_back({*config.victim.task, "--task says"});
  if (const auto model = of_model(config)) all.push_back(*model);
  if (!config.data.image.empty()) all.push_back({RunTask::images, "--image is among"});
  if (!config.data.graph.empty()) all.push_back({RunTask::graphs, "--graph is among"});
  if (const std::string& data = config.data.spec; !data.empty())
    all.push_back({looks_like_graphs(data) ? RunTask::graphs : RunTask::images, data + " is read as"});
  return all;
}

std::optional<RunTask> task_of_protocol(const std::string& protocol) {
  for (const Preset& preset : protocols())
    if (preset.name == protocol)
      for (const auto& [option, value] : preset.options)
        if (option == "task") return value == "graph" ? RunTask::graphs : RunTask::images;
  return std::nullopt;
}

// Returns a hint at the option for graphs that corresponds to this one for images, or the reverse; "" if
// there is none.
std::string counterpart(const std::string& option) {
  static const std::vector<std::pair<std::string, std::string>> pairs = {
      {"images", "graphs"}, {"image", "graph"}, {"eps", "budget-edits"}, {"budget", "queries-per-edit"}};
  for (const auto& [image, graph] : pairs) {
    if (option == image) return "; see --" + graph;
    if (option == graph) return "; see --" + image;
  }
  return "";
}

// Throws InputError for options and attacks of the other task. `because`: beginning of the reason for `task`,
// as TaskSource::statement.
void refuse_options_of_the_other(const AttackConfig& config, const CommandLine& line, RunTask task,
                                 const std::string& because) {
  const bool graphs = task == RunTask::graphs;
  using Kinds = std::vector<std::string>;
  const std::string option =
      line.changed_option_for(graphs ? Kinds{kImages, kPixels, kSemantic} : Kinds{kGraphs});
  if (!option.empty())
    throw InputError("--{}: applies to {} only, but {} {}{}", option, graphs ? "images" : "graphs", because,
                     name(task), counterpart(option));
  const auto own = names_of(graphs ? attack_summaries<Graph>() : attack_summaries<Pixels>());
  const auto other = names_of(graphs ? attack_summaries<Pixels>() : attack_summaries<Graph>());
  for (const std::string& spec : config.attacks) {
    const std::string attack = spec.substr(0, spec.find(':'));
    if (std::ranges::find(own, attack) == own.end() && std::ranges::find(other, attack) != other.end())
      throw InputError("--attack {}: is an attack on {}, but {} {}; those on {}: {}", attack,
                       graphs ? "images" : "graphs", because, name(task), name(task), join(own));
  }
}

void refuse_options_of_the_other_threat(const AttackConfig& config, const CommandLine& line) {
  std::string other = "pixels", chosen = "semantic";
  if (!config.semantic()) std::swap(other, chosen);
  if (const std::string option = line.changed_option_for({config.semantic() ? kPixels : kSemantic});
      !option.empty())
    throw InputError("--{}: applies to --threat {} only, but --threat is {}", option, other, chosen);
}

}  // namespace

RunTask choose_task(const AttackConfig& config, const CommandLine& line) {
  if (config.victim.options.address.empty())
    throw InputError("--model is required; bo-attack --help shows all options");
  const std::vector<TaskSource> all = task_sources(config);
  for (const TaskSource& source : all)
    if (source.task != all.front().task) {
      if (const auto wanted = task_of_protocol(config.protocol);
          wanted && all.front().statement == "--task says")
        throw InputError("--protocol {}: is on {}, but {} {}", config.protocol, name(*wanted),
                         source.statement, name(source.task));
      throw InputError("{} {}, but {} {}", all.front().statement, name(all.front().task), source.statement,
                       name(source.task));
    }
  const RunTask task = all.empty() ? RunTask::images : all.front().task;
  // The reason names the model or the data rather than --task, which a protocol may have set.
  refuse_options_of_the_other(
      config, line, task,
      all.empty() ? "nothing names graphs, so that the inputs are" : all.back().statement);
  if (task == RunTask::images) refuse_options_of_the_other_threat(config, line);
  return task;
}

}  // namespace bora::tools
