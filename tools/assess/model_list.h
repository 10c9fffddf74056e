// models.json: the models of an assessment and the results of each stage so far.
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
  std::string name = {};
  std::string origin = {};                   ///< searched | trained | given
  std::string architecture = {};             ///< "": not known
  std::string address = {};                  ///< as passed to bo-attack --model; "": its training failed
  std::optional<std::int64_t> weights = {};  ///< number of weights
  std::optional<double> latency = {};        ///< seconds per query with one image
  std::optional<double> seconds = {};        ///< duration of the training
  std::vector<std::string> runs = {};        ///< folders, relative to the assessment's, smallest bound first
  Settings options = {};                     ///< options of bo-attack for this model only
  std::string failure = {};  ///< reason why it could not be trained, or attacked at some bound; "": none
};

/// Content of models.json (see assessment.h).
struct ModelList {
  std::string command, directory, version, started, finished, status;
  std::optional<double> bound;  ///< reference bound of comparisons, as requested; none: the report chooses
  std::vector<ListedModel> models;
  std::optional<SearchRecord> search;
};

/// Writes models.json (see assessment.h) atomically. Throws InputError if it cannot be written.
void write_model_list(const ModelList& list, const std::filesystem::path& folder);

/// Facts that a resumed assessment keeps from its previous process.
struct EarlierPart {
  std::string started, command, directory;
  std::map<std::string, double> latencies;  ///< measured seconds per query, by name of the model
};

/// Reads them from models.json in `folder`. Returns empty ones if there is no such file or it is damaged,
/// since all of them can be recomputed.
EarlierPart read_earlier_part(const std::filesystem::path& folder);

}  // namespace bora::tools
