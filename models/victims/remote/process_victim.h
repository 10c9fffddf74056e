// Classifier of images in a separate program.
#pragma once

#include <memory>

#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Makes a victim of the program with the address "exec:COMMAND" (a shell command), and probes it with
/// `probes` as make_engine_victim() does. Runs it in options.endpoint.folder, in up to
/// options.endpoint.concurrency processes. A process that ends or gives no answer in time is restarted and
/// queried again, up to options.endpoint.retries times; each time is counted in passes(). Messages quote the
/// last line of its standard error.
///
/// Throws InputError with a one-line message if the command does not start or does not follow the protocol,
/// and as make_engine_victim() does.
std::unique_ptr<Victim> load_process(const VictimOptions& options, const Batch& probes = {});

}  // namespace bora::models
