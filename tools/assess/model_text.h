// Parsing of the names of existing models on a command line.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::tools {

/// Parts of "[NAME=]ADDRESS[;OPTION=VALUE...]"; the address is as passed to bo-attack --model.
struct ModelText {
  std::string name;  ///< "" if none is given
  std::string address;
  std::string options;  ///< each preceded by ';'; "": none
};

/// Returns whether `text` consists of letters, digits, '-', '_' and '.'.
bool is_plain_name(const std::string& text);

/// Splits the text that names a model. A name consists of letters, digits, '-', '_' and '.', and no file
/// named NAME=ADDRESS exists: so an '=' in a command or in the path of a file is not taken for the end of a
/// name.
ModelText split_model_text(const std::string& text);

}  // namespace bora::tools
