// Options of another command in one word: "strategy=bowl,budget=60".
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bora {

/// In their order. A part without "=" belongs to the value before it: "objectives=accuracy,robustness".
using Settings = std::vector<std::pair<std::string, std::string>>;

/// `option` is what errors name, e.g. "--search". Throws InputError for a part that has no name, for a name
/// that is there twice, and for one of `reserved`, which are said elsewhere.
Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved);

/// As a command line has them: {"--strategy", "bowl", ...}. A name among `flags` has no value there: "yes"
/// becomes the option alone, "no" none. Throws InputError for other values of these.
std::vector<std::string> as_arguments(const Settings& settings, const std::vector<std::string>& flags = {});

/// The arguments as main() gets them: `command` first. The pointers stay valid as long as the words.
std::vector<const char*> pointers(const std::vector<std::string>& words);

}  // namespace bora
