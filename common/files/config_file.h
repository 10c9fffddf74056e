// Reader of config.ini, the file in which runs keep their options.
#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

namespace bora {

/// Line of an INI file that has the form "name = value".
struct ConfigLine {
  int number = 0;           ///< number in the file, which begins at 1
  std::string text;         ///< the line, without blanks around it
  std::string name, value;  ///< without blanks and quotes around the value; "" if the line has another form
};

/// Reads the lines of an INI file. Leaves out empty lines, comments (# or ;) and a byte order mark.
std::vector<ConfigLine> read_config_lines(std::istream& in);

/// Returns the value of an option in the file config.ini of a run's folder; "" if it has none.
std::string option_in_config(const std::filesystem::path& folder, const std::string& option);

}  // namespace bora
