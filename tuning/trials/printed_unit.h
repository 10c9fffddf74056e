// Units behind the numbers that programs print.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bora::tuning {

/// Returns the unit of time (s, ms, minutes, ...), of bytes (kB, MiB, ...), of bytes per second (MB/s, ...)
/// or of pace (it/s, s/it) with which `text` begins, after blanks; "" if it begins with none.
std::string leading_unit(std::string_view text);

/// Returns `number`, given in `unit`, in the unit `into`; nullopt if one of them is not known, or if they
/// measure different quantities.
std::optional<double> converted(double number, const std::string& unit, const std::string& into);

/// Returns whether `line` is a number that has a unit or a name: "850 ms", "93.1%", "time: 850 ms",
/// "loss = 0.25".
bool is_number_with_words(const std::string& line);

}  // namespace bora::tuning
