// A classifier in an ONNX file, run in this process.
#pragma once

#include <memory>

#include "common/thread_pool.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a model and probes it with `probes`, as make_engine_victim() does. Its input takes images with the
/// axes in the order of options.layout, or has another shape of the same size, in which the values are in CHW
/// order. Open axes take the sizes of the images. A model with a fixed batch size gets batches of this size,
/// filled up with zeros. The scores are the output named options.output, by default the first.
///
/// The model runs in ONNX Runtime if bora was built with it, else in the DNN module of OpenCV, in one thread
/// per call. The victim runs its chunks on `pool` (null: in the calling thread), which must outlive it; the
/// scores do not depend on the pool. It has no gradients.
///
/// Throws InputError with a one-line message as read_onnx() and make_engine_victim() do, and for a model that
/// the library cannot run or an option that does not suit it.
std::unique_ptr<Victim> load_onnx(const VictimOptions& options, const Batch& probes = {},
                                  ThreadPool* pool = nullptr);

/// Returns the name and version of the library that evaluates ONNX files, such as "ONNX Runtime 1.20.1" or
/// "OpenCV 4.6.0".
std::string onnx_library();

}  // namespace bora::models
