// Text as XML can hold it.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::report {

/// Returns `text` with replacement characters for bytes that are not UTF-8 and for characters that XML 1.0
/// does not allow in any form. The result is not escaped, which the writer of XML does.
std::string xml_text(const std::string& text);

}  // namespace bora::report
