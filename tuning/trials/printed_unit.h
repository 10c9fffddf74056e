// Units behind the numbers that programs print.
#pragma once

#include <string>
#include <string_view>

namespace bora::tuning {

/// Returns the unit of time (s, ms, minutes, ...), of bytes (kB, MiB, ...) or of speed (it/s, s/it) with
/// which `text` begins, after blanks; "" if it begins with none.
std::string leading_unit(std::string_view text);

/// Returns whether numbers with these two units cannot be compared as they are: ms and s, but not s and sec.
bool differ_in_scale(const std::string& unit, const std::string& other);

/// Returns whether `line` is a number that has a unit or a name: "850 ms", "93.1%", "time: 850 ms",
/// "loss = 0.25".
bool is_number_with_words(const std::string& line);

}  // namespace bora::tuning
