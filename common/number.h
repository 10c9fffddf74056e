// Parser for numbers in text.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/text.h"

namespace bora {

/// Parses the number at the front of `text` and removes it from there. If `text` does not begin with a
/// number, or the type cannot hold it, returns nullopt and leaves `text` unchanged. A leading blank or plus
/// sign is not part of a number.
template <typename Number>
std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Parses the whole of `text` as a number, or returns nullopt if it is not one. "inf" and "nan" are numbers
/// of floating-point types.
template <typename Number>
std::optional<Number> to_number(std::string_view text) {
  const auto value = take_number<Number>(text);
  return text.empty() ? value : std::nullopt;
}

/// Does the same, and returns nullopt for numbers outside [low, high], too.
template <typename Number>
std::optional<Number> to_number(std::string_view text, std::type_identity_t<Number> low,
                                std::type_identity_t<Number> high = std::numeric_limits<Number>::max()) {
  const auto value = to_number<Number>(text);
  return value && *value >= low && *value <= high ? value : std::nullopt;
}

/// Parses the whole of `text` as a finite number, or returns nullopt if it is not one.
template <std::floating_point Number = double>
std::optional<Number> to_finite(std::string_view text) {
  return to_number<Number>(text, std::numeric_limits<Number>::lowest());
}

/// Parses two numbers separated by the first `separator`, as in "0-99" or "3/16". Returns nullopt if `text`
/// does not have this form.
template <typename Number>
std::optional<std::pair<Number, Number>> to_numbers(std::string_view text, char separator) {
  const auto at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = to_number<Number>(text.substr(0, at)), second = to_number<Number>(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

/// Returns "whole number" for integral types, else "number".
template <typename Number>
constexpr const char* number_name() {
  return std::integral<Number> ? "whole number" : "number";
}

/// Returns the range in words, for messages: "from 1 to 9"; "of at least 1" if `high` is the largest number
/// of the type; "above 0 and at most 1" if `low` is the type's smallest number above 0.
template <typename Number>
std::string range_text(Number low, Number high) {
  const bool bounded = high != std::numeric_limits<Number>::max();
  if (std::floating_point<Number> && low == std::numeric_limits<Number>::denorm_min())
    return bounded ? fmt::format("above 0 and at most {}", high) : "above 0";
  return bounded ? fmt::format("from {} to {}", low, high) : fmt::format("of at least {}", low);
}

/// Returns whether the whole of `text` spells a whole number, of any size.
inline bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns the range in words, for an error about `text`: that of range_text(), but with both ends if `text`
/// is a whole number that the type cannot hold.
template <typename Number>
std::string range_for(std::string_view text, Number low, Number high) {
  if (std::integral<Number> && is_whole_number(text) && !to_number<Number>(text))
    return fmt::format("from {} to {}", low, high);
  return range_text<Number>(low, high);
}

/// Parses the whole of `text`, which must be a number in [low, high]. Throws InputError that names `what`,
/// the text and the range if it is not one.
template <typename Number>
Number parse_number(std::string_view text, std::string_view what, std::type_identity_t<Number> low,
                    std::type_identity_t<Number> high = std::numeric_limits<Number>::max()) {
  if (const auto value = to_number<Number>(text, low, high)) return *value;
  throw InputError("{}: got '{}', expected a {} {}", what, printable(text), number_name<Number>(),
                   range_for<Number>(text, low, high));
}

}  // namespace bora
