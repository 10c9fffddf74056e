// Options of queries to a victim outside this process.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::models {

/// Limits and settings of requests to a server or program.
struct EndpointOptions {
  double timeout = 60;  ///< most seconds from the first byte of a request to the last byte of its answer, > 0
  int retries = 4;      ///< retries of a request after transient failures, 0 to 100 (see Requests)
  double rate = 0;      ///< most inputs per second, retries included, >= 0; 0: unlimited
  int concurrency = 1;  ///< number of simultaneous requests, 1 to 1024; of a program: number of its processes
  /// HTTP headers, each "Name: value". ${VARIABLE} is replaced by the value of an environment variable, so
  /// that no secret is typed, stored or printed.
  std::vector<std::string> headers;
  /// Version of the model that a server's answers must state, if they state one; "": that of the first
  /// answer.
  std::string model_version = {};
  std::string folder = {};  ///< working folder of a program; "": that of this process
  /// Flag that interrupts waits for the rate, before retries and for answers; they then throw
  /// VictimInterrupted. Null: waits are not interrupted.
  const std::atomic<bool>* stop = nullptr;
};

/// Throws InputError naming the field if one is out of its range, or if a header is not "Name: value" in one
/// line or holds a secret that is not a ${VARIABLE}: options are stored with the run.
void check(const EndpointOptions& options);

/// Parses rates such as "50/s", "50", "3000/min" or "1000/h". Returns inputs per second. Throws InputError
/// naming `option` for other text.
double parse_rate(const std::string& text, const std::string& option);

/// Returns the header with every ${VARIABLE} replaced by its value in the environment. Throws InputError
/// naming the header and the variable if it is not set or has several lines.
std::string with_environment(const std::string& header);

}  // namespace bora::models
