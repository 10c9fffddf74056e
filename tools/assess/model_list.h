// models.json: the models of an assessment as its stages leave them behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "tools/assess/option_texts.h"

namespace bora::tools {

/// A model that one stage of the assessment passes to the next.
struct ListedModel {
  std::string name, origin, architecture;
  std::string address;  ///< as passed to bo-attack --model; "": its training failed
  std::optional<std::int64_t> weights;
  std::optional<double> latency, seconds;
  std::vector<std::string> runs;  ///< folders, relative to the assessment's, smallest bound first
  Settings options;               ///< options of bo-attack for this model only
  /// Why it could not be trained, or attacked at one of the bounds; "": it could.
  std::string failure;
};

struct ModelList {
  std::string command, directory, version, started, finished, status;
  std::optional<double> bound;  ///< reference bound of comparisons, as requested; none: the report chooses
  std::vector<ListedModel> models;
  std::optional<SearchRecord> search;
};

/// Writes models.json (see assessment.h) atomically. Throws InputError if it cannot be written.
void write_model_list(const ModelList& list, const std::filesystem::path& folder);

/// Facts that are kept of an earlier part of the same assessment: its command, directory, start time, and the
/// latency measured for each model in seconds. Empty if there is no earlier part or its file is damaged,
/// since all of it can be recomputed.
struct EarlierPart {
  std::string started, command, directory;
  std::map<std::string, double> latencies;
};
EarlierPart read_earlier_part(const std::filesystem::path& folder);

}  // namespace bora::tools
