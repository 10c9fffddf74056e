// Parsing of option values of bo-assess: models, options of other commands, and file paths in them.
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

/// Splits the text that names a model. The part before the first '=' is a name if is_plain_name() and if no
/// file NAME=ADDRESS exists, so that an '=' in a command or in a file's path does not end a name.
ModelText split_model_text(const std::string& text);

/// Parses options of another command in one word, "strategy=bowl,budget=60", in the order given; a part
/// without "=" belongs to the preceding value: "objectives=accuracy,robustness". Errors name `option`, e.g.
/// "--search". Throws InputError for a part without a name, for a duplicate name, and for one of `reserved`,
/// which are set elsewhere.
Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved);

// The next functions return an option's value with absolute paths in place of relative ones. Values that name
// no existing file are returned unchanged.

/// Handles --data, which has the form PATH or PATH:SUFFIX.
std::string absolute_data(const std::string& value);
/// Handles --models and --baseline: "[NAME=]FILE[;OPTION=VALUE...]".
std::string absolute_model(const std::string& value);
/// Handles --attack-options: the files of prior, prior-data, prior-cache and class-map.
std::string absolute_settings(const std::string& value);

}  // namespace bora::tools
