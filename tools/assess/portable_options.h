// Options that name files, as they mean the same wherever an assessment is gone on with.
#pragma once

#include <string>

namespace bora {

/// The value of an option of bo-assess with absolute paths for what it names here: data and from-search, the
/// file of a model, and files among attack-options. Names of data sets and of architectures, and all other
/// options, stay as they are.
std::string portable(const std::string& option, const std::string& value);

/// The same of every line of an INI file.
std::string portable_config(const std::string& ini);

}  // namespace bora
