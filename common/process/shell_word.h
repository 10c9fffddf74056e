// Quoting of commands that users copy into a shell.
#pragma once

#include <string>
#include <vector>

namespace bora {

/// Returns `word` quoted so that a shell reads it as one word.
std::string shell_quoted(const std::string& word);
/// Returns the command as it can be typed into a shell.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace bora
