// Values of bo-assess's options: models, options of another command, and files among both.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "tools/options/command_line.h"

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

/// Parses options of another command in one word, "strategy=bowl,budget=60", in the order given; a part
/// without "=" belongs to the preceding value: "objectives=accuracy,robustness". Errors name `option`, e.g.
/// "--search". Throws InputError for a part without a name, for a duplicate name, and for one of `reserved`,
/// which are set elsewhere.
Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved);

/// Return the value with absolute paths for the files that it names: data, with what may follow the path
/// behind a colon; the file of a model; and files among attack-options. Names of data sets and of
/// architectures, and other addresses, are returned unchanged.
std::string absolute_data(const std::string& value);
std::string absolute_model(const std::string& value);
std::string absolute_settings(const std::string& value);

}  // namespace bora::tools
