// A classifier of images in a separate process.
#pragma once

#include <memory>

#include "models/victims/victim.h"
#include "models/victims/victim_options.h"

namespace bora::models {

/// Starts the command of the address "exec:COMMAND" (as a shell takes it), options.endpoint.concurrency
/// times in options.endpoint.folder, and tries it on `probes` as make_engine_victim() does. A process that
/// ends, or that gives no answer in time, is restarted and queried again, up to options.endpoint.retries
/// times; each time is a pass. The last line of its standard error is quoted in messages.
///
/// Throws InputError, one line, if the command does not start, does not speak the protocol, or as
/// make_engine_victim() does.
std::unique_ptr<Victim> load_process(const VictimOptions& options, const Batch& probes = {});

}  // namespace bora::models
