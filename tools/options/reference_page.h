// Reference page of a command in Markdown, made from its help text.
#pragma once

#include <string>
#include <vector>

#include <boost/program_options/options_description.hpp>

#include "common/layers.h"

namespace bora::tools {

/// Text of a command's help, as declared.
struct HelpText {
  std::string command;
  std::string summary;  ///< one line without the command's name: "trains a classifier"
  std::string before;   ///< plain text above the options
  std::vector<const boost::program_options::options_description*> sections;
  std::string after;  ///< plain text below the options: examples, exit codes
};

/// Returns the page docs/reference/commands/COMMAND.md: a heading for each section, an item for each option
/// with its default. In plain text, indented lines and lines that begin with the command's name become code,
/// a short unindented line that ends with a colon becomes a heading, and other lines are joined to
/// paragraphs.
std::string reference_page(const HelpText& help);

}  // namespace bora::tools
