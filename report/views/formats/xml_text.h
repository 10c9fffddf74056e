// Text that is valid in XML.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::report {

/// Returns `text` with replacement characters (U+FFFD) for bytes that are not UTF-8 and for characters that
/// XML 1.0 does not allow even if they are escaped. The result is not escaped; the writer of XML does this.
std::string xml_text(const std::string& text);

}  // namespace bora::report
