// How a command line names a model that is there already.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::tools {

/// "[NAME=]ADDRESS[;OPTION=VALUE...]": an address is what bo-attack takes as --model.
struct ModelText {
  std::string name;  ///< "" if none is given
  std::string address;
  std::string options;  ///< with the ';' before each
};

/// A name consists of letters, digits, '-', '_' and '.', so that the '=' of a command or of a path is none
/// that ends a name; nor is that in the path of a file that is there.
ModelText split_model_text(const std::string& text);

}  // namespace bora::tools
