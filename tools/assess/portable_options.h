// Options that name files, as they mean the same wherever an assessment is resumed.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::tools {

/// Return the value with absolute paths for the files that it names: data, with what may follow the path
/// behind a colon; the file of a model; and files among attack-options. Names of data sets and of
/// architectures, and other addresses, are returned unchanged.
std::string absolute_data(const std::string& value);
std::string absolute_model(const std::string& value);
std::string absolute_settings(const std::string& value);

}  // namespace bora::tools
