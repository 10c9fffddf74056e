// Options for queries to a victim outside this process.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::models {

struct EndpointOptions {
  double timeout = 60;  ///< maximum seconds from the first byte of a request to the last byte of its answer
  int retries = 4;      ///< retries of a request after transient failures, 0 to 100; the pause doubles
  double rate = 0;      ///< maximum inputs a second, repeated ones included; 0: unlimited
  int concurrency = 1;  ///< number of simultaneous requests; for a program: number of processes started
  /// HTTP headers, each "Name: value". ${VARIABLE} is replaced by the value of an environment variable, so
  /// that no secret is typed, stored or printed.
  std::vector<std::string> headers;
  std::string folder = {};  ///< working folder of a program; "": that of this process
  /// Flag that interrupts waits for the rate, before retries and for answers; they then throw
  /// VictimInterrupted. Null: waits are not interrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Throws InputError naming the field.
void check(const EndpointOptions& options);

/// Returns the inputs a second that "50/s", "50" or "3000/min" stand for. Throws InputError naming `option`.
double parse_rate(const std::string& text, const std::string& option);

/// Throws InputError unless `header` is "Name: value" in one line of printable characters, and, if it is one
/// that holds secrets (Authorization, Cookie, ...-Key, ...-Token), its value has a ${VARIABLE}: what is typed
/// is stored with the run.
void check_header(const std::string& header);

/// Returns the header with every ${VARIABLE} replaced by its value in the environment. Throws InputError
/// naming the header and the variable if it is not set or has several lines.
std::string with_environment(const std::string& header);

}  // namespace bora::models
