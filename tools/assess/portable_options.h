// Options that name files, as they mean the same wherever an assessment is gone on with.
#pragma once

#include <string>

namespace bora {

/// Returns the value of an option of bo-assess with absolute paths for the files that it names: data and
/// from-search, the file of a model, and files among attack-options. Names of data sets and of
/// architectures, and all other options, are returned unchanged.
std::string portable(const std::string& option, const std::string& value);

/// Returns an INI file after portable() was applied to every line.
std::string portable_config(const std::string& ini);

}  // namespace bora
