// Lines of CSV files.
#pragma once

#include <string>
#include <vector>

namespace bora::data {

/// Returns the fields of a line (RFC 4180, but no line breaks within quotes), which may end in '\r'. trim:
/// blanks around a field belong to it only in quotes. Throws InputError that starts with `where` if a quote
/// is not closed.
std::vector<std::string> csv_fields(std::string line, const std::string& where, bool trim = false);

/// Returns `text` as a field: in quotes if it has a comma, a quote or a line break, or a blank at an end.
std::string csv_field(const std::string& text);

}  // namespace bora::data
