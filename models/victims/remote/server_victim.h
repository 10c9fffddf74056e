// Classifier of images on an inference server.
#pragma once

#include <memory>

#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Makes a victim of the model at "http(s)://HOST[:PORT]/v2/models/NAME[/versions/VERSION]" (KServe's
/// protocol v2). Reads its metadata from the server, and probes it with `probes` as make_engine_victim()
/// does. Tensors are sent in binary form if the server accepts that.
///
/// The model has one input, of type FP32. The scores are the output options.output, by default the first. An
/// output of whole numbers, one per image, gives labels only. With options.top_labels there are two outputs,
/// both n x top: the scores of the best classes, and the numbers of these classes. Requests that fail
/// transiently are sent again (models/victims/remote/requests.h); each time is counted in passes(). An answer
/// of another version of the model than options.endpoint.model_version, or than the first answer, is a
/// VictimRefusal.
///
/// Throws InputError with a one-line message if the address is malformed or holds secrets, the server cannot
/// be reached or does not have the model, the model has other inputs or outputs or a fixed batch of over 4096
/// images, and as make_engine_victim() does.
std::unique_ptr<Victim> load_server(const VictimOptions& options, const Batch& probes = {});

/// Returns the name, platform and version of the model that the server states: "resnet, onnxruntime_onnx,
/// version 3". Throws InputError as load_server() does.
std::string server_model(const VictimOptions& options);

}  // namespace bora::models
