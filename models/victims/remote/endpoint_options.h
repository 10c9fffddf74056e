// Options for queries to a victim outside this process.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::models {

struct EndpointOptions {
  double timeout = 60;  ///< seconds that one request may take, from its first byte to the answer's last
  int retries = 4;      ///< retries of a request after transient failures, 0 to 100; the pause doubles
  double rate = 0;      ///< inputs a second at most, repeated ones included; 0: as fast as it answers
  int concurrency = 1;  ///< requests under way at once; of a process: how many of it are started
  /// "Name: value" of HTTP; ${VARIABLE} stands for what the environment holds, so that no secret is typed,
  /// stored or printed.
  std::vector<std::string> headers;
  std::string folder = {};  ///< where a program is started; "": where this one is
  /// Flag that ends waits for the rate and before retries, which then throw VictimInterrupted; null: none.
  const std::atomic<bool>* stop = nullptr;
};

/// Throws InputError naming the field.
void check(const EndpointOptions& options);

/// Parses "50/s", "50" or "3000/min" as inputs a second. Throws InputError naming `option`.
double parse_rate(const std::string& text, const std::string& option);

}  // namespace bora::models
