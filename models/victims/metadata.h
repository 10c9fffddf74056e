// Metadata in a model file, so that commands need no options that describe the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/images/content_set.h"
#include "data/images/dataset.h"
#include "data/images/load.h"
#include "models/victims/input_format.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Parses "logits" or "probabilities". Throws InputError naming `where`.
ScoreKind parse_score_kind(const std::string& text, const std::string& where);

/// Input of a classifier of graphs: the arguments of NodeFeatures (models/graphs/graph_features.h). A count
/// is 0 if the features do not use it.
struct GraphInput {
  std::string features;  ///< "": unknown
  int node_label_count = 0;
  int attribute_count = 0;
  bool operator==(const GraphInput&) const = default;
};

/// Main options with which a network was trained (models/training/training.h).
struct TrainingSummary {
  int epochs = 0;
  int batch = 0;
  double learning_rate = 0;
  double weight_decay = 0;
  std::uint64_t seed = 0;
  double adversarial = 0;  ///< bound of adversarial training; 0: none
  bool operator==(const TrainingSummary&) const = default;
};

/// Metadata stored as the extra file `bora.json` of a TorchScript archive. Every field is optional, so that
/// an exporter in another language may state only what it knows:
///
///     {"format": 1,
///      "input": {"shape": [1, 28, 28], "range": [0, 1], "layout": "nchw"},
///      "output": {"kind": "logits", "classes": 10, "class_names": ["0", "1", ...]},
///      "data": {"source": "digits", "test_fraction": 0.2, "split_seed": 0},
///      "architecture": "lenet", "test_accuracy": 0.985,
///      "training": {"epochs": 20, "batch": 64, "learning_rate": 0.02, "weight_decay": 1e-3, "seed": 0}}
///
/// A classifier of graphs states its task and has another input (files without a task are for images):
///
///     {"format": 1, "task": "graph",
///      "input": {"features": "label+degree:88", "node_label_count": 3, "attribute_count": 0}, ...}
struct ModelMetadata {
  std::optional<ImageShape> input;
  std::optional<ValueRange> range;
  std::optional<Layout> layout;
  std::optional<GraphInput> graph;  ///< set exactly if the task is "graph"
  std::optional<ScoreKind> kind;
  std::optional<int> classes;
  std::vector<std::string> class_names;  ///< one for each class, or empty
  std::string data;    ///< data set of the training, as load_dataset() reads it; "": unknown
  SplitOptions split;  ///< split into train and test parts, if `data` has no parts
  std::string architecture;
  std::optional<double> test_accuracy;  ///< in [0, 1], on clean images
  std::optional<TrainingSummary> training;
};

/// Name of the extra file with the metadata.
inline constexpr const char* kMetadataFile = "bora.json";

std::string to_json(const ModelMetadata& metadata);

/// Reads metadata from text; unknown keys are ignored. Throws InputError naming `where` and the key for text
/// that is not JSON, a wrong type, an impossible value or a newer format.
ModelMetadata metadata_from_json(const std::string& text, const std::string& where);

/// Name of the extra file with the images that a classifier was trained or validated on
/// (ContentSet::to_bytes), which export_torchscript() writes.
inline constexpr const char* kTrainingImagesFile = "training_images";

/// Reads the training images (kTrainingImagesFile) of a TorchScript archive. Returns nullopt if it has none:
/// the training images are then unknown. Throws InputError if `path` is no TorchScript archive or the extra
/// file is damaged.
std::optional<ContentSet> read_training_images(const std::string& path);

/// Reads the metadata that a TorchScript archive holds. Returns nullopt if it has none. Throws InputError if
/// `path` is no such archive or its metadata are malformed.
std::optional<ModelMetadata> read_metadata(const std::string& path);

}  // namespace bora::models
