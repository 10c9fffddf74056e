// Messages on standard error.
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common/layers.h"

namespace bora::tools {

/// Prints a formatted message on standard error. A message that cannot be written, as on a full disk or after
/// the terminal was closed, is dropped: unlike fmt::print(), it ends no run.
template <typename... Values>
void print_error(fmt::format_string<Values...> form, Values&&... values) {
  const std::string text = fmt::format(form, std::forward<Values>(values)...);
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace bora::tools
