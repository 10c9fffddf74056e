// Small sets of graphs in every format that bora reads, with their expected content.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "data/graphs/graph.h"
#include "data/zip_files.h"
#include "support/layers.h"

namespace bora::testing {

void write_files(const std::filesystem::path& directory, const TextFiles& files);

/// Sample of one format.
struct GraphSample {
  std::string name;  ///< name of the test
  /// Writes the sample to the (empty) directory and returns the spec for load_graphs().
  std::function<std::string(const std::filesystem::path&)> write;
  GraphDataset all;       ///< expected content of Part::all, except for `source`
  bool has_train = true;  ///< whether there is a train part; if not, Part::test equals Part::all
};

const std::vector<GraphSample>& graph_samples();

}  // namespace bora::testing
