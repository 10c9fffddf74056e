// Options of a victim of images.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/victims/input_format.h"
#include "models/victims/remote/endpoint_options.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Options of a victim, which override the model's metadata (models/victims/metadata.h). A field
/// that neither states has the default named below.
struct VictimOptions {
  std::string address;                        ///< see models/victims/address.h
  std::optional<ImageShape> input = {};       ///< default: data_shape
  std::optional<ImageShape> data_shape = {};  ///< shape of the data; must be that of the model
  std::optional<ScoreKind> kind = {};         ///< default: determined by probing
  std::optional<int> classes = {};            ///< default: determined from the model's scores
  std::optional<ValueRange> range = {};       ///< values that the model expects for 0 and 1; default 0 and 1
  std::vector<float> mean = {};               ///< means to subtract, one for all channels or one for each
  std::vector<float> deviation = {};          ///< divisors > 0, one for all channels or one for each
  std::optional<Layout> layout = {};          ///< default nchw
  std::string output = {};                    ///< name of the output with the scores; default: the first
  /// Name of the output with the numbers of the best classes, for a model that gives only the scores of
  /// these; "": it gives the scores of all. Not for programs, which state this themselves.
  std::string top_labels = {};
  std::string device = "cpu";  ///< cpu | cuda | cuda:N
  int chunk = 16;           ///< images per forward pass on the CPU, >= 1; may change the last bits of scores
  bool may_differ = false;  ///< whether a model is accepted that answers equal queries in different ways
  bool trusted = false;     ///< whether the model may run native code of its own in this process
  EndpointOptions endpoint = {};
};

}  // namespace bora::models
