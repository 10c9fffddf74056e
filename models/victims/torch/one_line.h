// Messages of LibTorch's exceptions in one line.
#pragma once

#include <exception>
#include <string>

#include "common/layers.h"

namespace bora::models {

/// Returns the line of an exception of LibTorch that states the error, without its trace and lists of
/// backends, cut to about 300 characters.
std::string one_line(const std::exception& error);

}  // namespace bora::models
