// HTTP headers, whose secrets are taken from the environment.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::models {

/// Throws InputError unless `header` is "Name: value" in one line of printable characters, and, if it is one
/// that holds secrets (Authorization, Cookie, ...-Key, ...-Token), its value has a ${VARIABLE}: what is typed
/// is stored with the run.
void check_header(const std::string& header);

/// Returns the header with every ${VARIABLE} replaced by its value in the environment. Throws InputError
/// naming the header and the variable if it is not set or has several lines.
std::string with_environment(const std::string& header);

}  // namespace bora::models
