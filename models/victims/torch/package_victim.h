// Classifier that was compiled by AOTInductor (a .pt2 package), run by LibTorch in this process.
#pragma once

#include <memory>

#include "common/thread_pool.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Loads a package that was written by torch._inductor.aoti_compile_and_package. Its machine code runs with
/// all rights of this process, and therefore only if options.trusted is set. Apart from that, this works as
/// load_torchscript() does, except that a package has no metadata and no gradients, and is compiled for one
/// kind of device, which options.device must be.
///
/// A package accepts the number or range of images per call that it was exported for. Loading determines
/// which of 1, 2, 4, ..., 256 images it accepts; batches are then split or filled up accordingly.
///
/// Throws InputError with a one-line message as load_torchscript() does, and
///
/// - if the package is not trusted, is damaged, or holds no compiled model (an exported program)
/// - if it was compiled for another kind of device or processor
/// - if this program was built with a LibTorch that cannot read packages
std::unique_ptr<Victim> load_package(const VictimOptions& options, const Batch& probes = {},
                                     ThreadPool* pool = nullptr);

}  // namespace bora::models
