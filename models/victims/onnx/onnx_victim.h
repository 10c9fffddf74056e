// A classifier in an ONNX file, run in this process.
#pragma once

#include <memory>

#include "common/thread_pool.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a model and tries it on `probes`, as make_engine_victim() does. Its one input takes images, in an
/// order of axes that options.layout says, or any other shape of as many values (these then lie CHW); a model
/// that was exported for a fixed number of images a call gets as many, the missing ones being zeros. Where an
/// axis other than the batch's is open, the shape of the images closes it. Of several outputs options.output
/// is taken, else the first.
///
/// ONNX Runtime runs it where bora was built with it, else the DNN module of OpenCV, in one thread a call.
/// The victim runs its chunks on `pool` (null: in the calling thread), which must outlive it; the scores do
/// not depend on the pool. No gradients.
///
/// Throws InputError, one line, if the file is no ONNX model (see read_onnx()), holds what the library cannot
/// run, or as make_engine_victim() does.
std::unique_ptr<Victim> load_onnx(const VictimOptions& options, const Batch& probes = {},
                                  ThreadPool* pool = nullptr);

/// Returns the name and version of the library that evaluates ONNX files, such as "ONNX Runtime 1.20.1" or
/// "OpenCV 4.6.0".
std::string onnx_library();

}  // namespace bora::models
