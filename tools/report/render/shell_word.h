// Words of commands that people copy into a shell.
#pragma once

#include <string>

namespace bora {

/// As a shell takes it for one word.
std::string shell_quoted(const std::string& word);

}  // namespace bora
