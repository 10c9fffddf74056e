// Options of bo-attack.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/options/command_line.h"

namespace bora {

/// Attacks selected by `--attack auto`, by kind of task.
inline constexpr const char* kDefaultImageAttacks = "bo,square";
inline constexpr const char* kDefaultSemanticAttacks = "bo,random";
inline constexpr const char* kDefaultGraphAttacks = "grabnel,random";

/// The options as typed; see --help for each.
struct AttackOptionsText {
  std::string task;
  std::string model, input_shape, input_range, layout, mean, deviation, output, top_labels, defence, scores,
      device, features;
  int classes = 0, retries = 0, concurrency = 0;
  int repeats = 0, success_in = 0, average = 1;
  double timeout = 0, price = 0;
  std::string rate;
  std::vector<std::string> headers;
  std::string data, part, order, image, graph, stretch, resize, crop, channels, class_map;
  int label = -1, images = 0, graphs = 0, skip = 0, clean_images = 0;
  int target = -1;
  std::string targets, threat, epsilon, semantic, visible;
  bool trust_model = false;
  bool untargeted = false, continuous = false;
  std::string edit_mode;
  double budget_edits = 0;
  int most_edits = 0, hops = 0, most_injected = 0, injected_degree = 0;
  bool keep_connected = false;
  std::string prior, prior_data, prior_cache;
  int prior_count = 0, prior_epochs = 0;
  std::string protocol, attack, describe, checks;
  int budget = -1, refine = -1, queries_per_edit = 0, query_cap = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> fail_if;
  std::string baseline;
  std::string out;
  std::string shard, store;
  bool resume = false, quiet = false, json = false;
  int threads = 0, batch = 0, chunk = 0;
  std::string directory;  ///< not an option: working directory of a model program; "": the current one
  bool silent = false;    ///< not an option: prints no result, for callers that process it further
};

/// Declares all options of bo-attack on `line`, bound to `text`, which must outlive it.
void declare_options(CommandLine& line, AttackOptionsText& text);

/// Returns the options that may differ when a run is resumed, since they do not change its results.
const std::vector<std::string>& options_free_on_resume();

/// Return the options of bo-attack that apply to one kind of input only.
const std::vector<std::string>& image_options();
const std::vector<std::string>& graph_options();
/// Return the options of images that apply to one threat only.
const std::vector<std::string>& linf_options();
const std::vector<std::string>& semantic_options();

}  // namespace bora
