#include "models/victims/load_victim.h"

#include <vector>

#include "common/hash.h"
#include "common/setting_error.h"
#include "models/victims/address.h"
#include "models/victims/engine_victim.h"
#include "models/victims/onnx/onnx_file.h"
#include "models/victims/onnx/onnx_victim.h"
#include "models/victims/remote/process_victim.h"
#include "models/victims/remote/server_victim.h"
#include "models/victims/torch/package_victim.h"
#include "models/victims/torch/torchscript_victim.h"

namespace bora::models {
namespace {

// Returns the classes of the images; -1 for those whose scores are not finite.
std::vector<int> classes_of(Victim& victim, const Batch& images) {
  try {
    return victim.labels(images);
  } catch (const NotFiniteScores&) {
    if (images.rows() == 1) return {-1};
  }
  std::vector<int> classes;
  for (Eigen::Index i = 0; i < images.rows(); ++i)
    classes.push_back(classes_of(victim, images.row(i)).front());
  return classes;
}

}  // namespace

std::unique_ptr<Victim> load_victim(const VictimOptions& options, const Batch& probes, ThreadPool* pool) {
  const ModelPlace place = place_of(options.address);
  if (!options.output.empty() && place == ModelPlace::process)
    throw SettingError("output", "a program has one output, the scores that it answers with");
  if (!options.top_labels.empty() && place == ModelPlace::process)
    throw SettingError("top-labels", "a program states itself that it gives its best classes only (\"top\")");
  if (!options.top_labels.empty() && place != ModelPlace::torchscript && place != ModelPlace::server)
    throw SettingError("top-labels", "is for TorchScript files and inference servers, not for {}",
                       options.address);
  switch (place) {
    case ModelPlace::onnx:
      return load_onnx(options, probes, pool);
    case ModelPlace::process:
      return load_process(options, probes);
    case ModelPlace::server:
      return load_server(options, probes);
    case ModelPlace::package:
      return load_package(options, probes, pool);
    case ModelPlace::torchscript:
      break;
  }
  return load_torchscript(options, probes, pool);
}

std::optional<ModelMetadata> read_model_metadata(const std::string& address) {
  switch (place_of(address)) {
    case ModelPlace::torchscript:
      return read_metadata(address);
    case ModelPlace::onnx:
      return onnx_metadata(read_onnx(address));
    default:
      return std::nullopt;
  }
}

std::string fingerprint(Victim& victim, const VictimOptions& options) {
  const ModelPlace place = place_of(options.address);
  if (is_file(place)) return sha256_file(options.address);
  std::string text = options.address + '\n';
  if (place == ModelPlace::server) text += server_model(options) + '\n';
  if (victim.spec().randomised) return sha256(text);
  try {
    for (const int label : classes_of(victim, generated_probes(victim.spec().input.size())))
      text += std::to_string(label) + ' ';
  } catch (const VictimInterrupted&) {
    throw;
  } catch (const VictimError& error) {
    const std::string why = error.what(), prefix = options.address + ": ";
    throw InputError(
        "{}: gives no classes of generated images (grey and noise), by which a resumed run recognises the model: {}",
        options.address, why.starts_with(prefix) ? why.substr(prefix.size()) : why);
  }
  return sha256(text);
}

}  // namespace bora::models
