// Messages of LibTorch's exceptions in one line.
#pragma once

#include <exception>
#include <string>

#include "common/layers.h"

namespace bora::models {

/// Returns the line of an exception of LibTorch that says what is wrong, without its trace and lists of
/// backends, at most some 300 characters.
std::string one_line(const std::exception& error);

}  // namespace bora::models
