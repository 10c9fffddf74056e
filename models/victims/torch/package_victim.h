// A classifier that AOTInductor compiled (a .pt2 package), run by LibTorch in this process.
#pragma once

#include <memory>

#include "common/thread_pool.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a package that was written by torch._inductor.aoti_compile_and_package. Its machine code runs with
/// all rights of this process, and so only if options.trusted. Otherwise this works as load_torchscript(),
/// except that a package has no metadata and no gradients, and is made for one kind of device: options.device
/// has to be of that kind.
///
/// A package takes as many images a call as it was exported for: one number, or a range. Which of 1, 2, 4,
/// ..., 256 it takes is tried out, and calls are cut or filled up to that.
///
/// Throws InputError, one line, if it is not trusted; if it is damaged, holds no compiled model (an exported
/// program), or was compiled for another kind of device or processor; if this program was built with a
/// LibTorch that reads none; and as load_torchscript() does.
std::unique_ptr<Victim> load_package(const VictimOptions& options, const Batch& probes = {},
                                     ThreadPool* pool = nullptr);

}  // namespace bora::models
