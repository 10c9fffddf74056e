// A classifier of images behind an inference server.
#pragma once

#include <memory>

#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Reads the model's metadata from the server at "http(s)://HOST[:PORT]/v2/models/NAME[/versions/VERSION]"
/// (KServe's protocol v2), and tries the model on `probes` as make_engine_victim() does. Tensors are sent in
/// binary form where the server offers that. The input is the model's only one, of type FP32; of several
/// outputs options.output is taken, else the first; one of whole numbers, a column, gives labels only. With
/// options.top_labels there are two: the scores of the best classes and which these are, both n x top.
/// Requests that fail in a way that may pass are sent again (models/victims/remote/requests.h), each time a
/// pass.
///
/// Throws InputError, one line, if the address is malformed or holds secrets, the server is not there, has no
/// such model, or one that takes or gives something else, or as make_engine_victim() does.
std::unique_ptr<Victim> load_server(const VictimOptions& options, const Batch& probes = {});

/// Returns what, besides its address, identifies the model: "resnet, onnxruntime_onnx, version 3". Throws
/// InputError as load_server().
std::string server_model(const VictimOptions& options);

}  // namespace bora::models
