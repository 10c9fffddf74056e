// Text as XML can hold it.
#pragma once

#include <string>

#include "common/layers.h"

namespace bora::report {

/// `text` with what is no UTF-8, and what XML 1.0 allows in no form, shown as replacement characters. Not
/// escaped: that is the writer's.
std::string xml_text(const std::string& text);

/// `text` with what is no UTF-8 shown as replacement characters.
std::string utf8_text(const std::string& text);

}  // namespace bora::report
