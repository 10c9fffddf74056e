// Words of commands that people copy into a shell.
#pragma once

#include <string>
#include <vector>

namespace bora {

/// As a shell takes it for one word.
std::string shell_quoted(const std::string& word);
/// A command that can be typed again.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace bora
