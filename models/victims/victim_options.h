// Options of a victim of images.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/victims/input_format.h"
#include "models/victims/remote/endpoint_options.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Options that override the model's metadata (models/victims/metadata.h). A field that neither states has
/// the default named below.
struct VictimOptions {
  std::string address;                        ///< see models/victims/address.h
  std::optional<ImageShape> input = {};       ///< default: data_shape
  std::optional<ImageShape> data_shape = {};  ///< shape of the data; must be the model's
  std::optional<ScoreKind> kind = {};         ///< default: found out on the probe images
  std::optional<int> classes = {};            ///< default: determined from the model's scores
  std::optional<ValueRange> range = {};       ///< values the model expects for 0 and 1; default 0 and 1
  std::vector<float> mean = {};               ///< subtracted from the values, one for all or one a channel
  std::vector<float> deviation = {};          ///< divides the rest; one for all or one a channel
  std::optional<Layout> layout = {};          ///< default nchw
  std::string output = {};                    ///< name of the output to take; default: the first
  /// The output that says which classes the scores are of, of a model that gives its best classes alone; "":
  /// it gives all. A program says so itself.
  std::string top_labels = {};
  std::string device = "cpu";  ///< cpu | cuda | cuda:N
  int chunk = 16;  ///< images in a forward pass on the CPU, >= 1; scores may depend on it in their last bits
  bool may_differ =
      false;             ///< a model that answers equal questions in different ways is taken, and not refused
  bool trusted = false;  ///< the model may run native code of its own in this process
  EndpointOptions endpoint = {};
};

}  // namespace bora::models
