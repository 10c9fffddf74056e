// Lines of CSV files.
#pragma once

#include <string>
#include <vector>

namespace bora {

/// The fields of a line (RFC 4180, but no line breaks within quotes), which may end in '\r'. Throws
/// InputError that starts with `where` if a quote is not closed.
std::vector<std::string> csv_fields(std::string line, const std::string& where);

/// `text` as a field: in quotes where it has to be.
std::string csv_field(const std::string& text);

}  // namespace bora
