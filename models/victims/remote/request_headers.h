// Headers of HTTP that hold secrets, which are in the environment and nowhere else.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::models {

/// Throws InputError unless `header` is "Name: value" in one line of printable characters, and, if it is one
/// that holds secrets (Authorization, Cookie, ...-Key, ...-Token), its value has a ${VARIABLE}: what is typed
/// is stored with the run.
void check_header(const std::string& header);

/// Every ${VARIABLE} replaced by what the environment holds. Throws InputError naming the header and the
/// variable if it is not set.
std::string with_environment(const std::string& header);

}  // namespace bora::models
