// models.json: the models of an assessment as its stages leave them behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/assess/report/assessment.h"
#include "tools/assess/settings.h"

namespace bora {

/// A model on its way from a stage to the next.
struct ListedModel {
  std::string name, origin, architecture;
  std::string address;  ///< as bo-attack's --model
  std::optional<std::int64_t> weights;
  std::optional<double> latency, seconds;
  std::vector<std::string> runs;  ///< folders, relative to the assessment's, smallest bound first
  Settings options;               ///< of bo-attack, for this model alone
};

struct ModelList {
  std::string command, directory, version, started, finished, status;
  std::optional<double> bound;  ///< that models are compared at, as asked for; none: the report chooses
  std::vector<ListedModel> models;
  std::optional<SearchRecord> search;
};

/// Writes models.json as assessment.h has it, whole or not at all. Throws InputError if it cannot be written.
void write_model_list(const ModelList& list, const std::filesystem::path& folder);

/// What is kept of an earlier part of the same assessment: how, where and when it was begun, and the
/// latencies it measured, by model. Nothing where there is none, or where it is damaged: all of it can be
/// made again.
struct EarlierPart {
  std::string started, command, directory;
  std::map<std::string, double> latencies;
};
EarlierPart read_earlier_part(const std::filesystem::path& folder);

}  // namespace bora
