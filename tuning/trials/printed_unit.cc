#include "tuning/trials/printed_unit.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>

#include <re2/re2.h>

namespace bora::tuning {
namespace {

enum class Quantity { time, bytes, bytes_per_second, pace };

// Unit with its size in the basic unit of its quantity.
struct Unit {
  Quantity quantity;
  double size;
  bool reciprocal = false;  // whether smaller numbers mean more of the quantity, as with s/it
};

const std::map<std::string, Unit, std::less<>>& units() {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  constexpr double kBinary = 1024;
  static const auto kUnits = [] {
    std::map<std::string, Unit, std::less<>> out;
    const auto add = [&](Quantity quantity, double size, std::initializer_list<const char*> names) {
      for (const char* const name : names) out[name] = {quantity, size};
    };
    add(Quantity::time, 1e-9, {"ns", "nsec", "nsecs", "nanosecond", "nanoseconds"});
    add(Quantity::time, 1e-6,
        {"us", "usec", "usecs", "microsecond", "microseconds", "\u00b5s" /* micro sign */,
         "\u03bcs" /* Greek mu */});
    add(Quantity::time, 1e-3, {"ms", "msec", "msecs", "millisecond", "milliseconds"});
    add(Quantity::time, 1, {"s", "sec", "secs", "second", "seconds"});
    add(Quantity::time, kMinute, {"min", "mins", "minute", "minutes"});
    add(Quantity::time, kHour, {"h", "hr", "hrs", "hour", "hours"});
    add(Quantity::time, kDay, {"day", "days"});
    add(Quantity::bytes, 1, {"B", "byte", "bytes"});
    add(Quantity::bytes, 1e3, {"kB", "KB"});
    add(Quantity::bytes, 1e6, {"MB"});
    add(Quantity::bytes, 1e9, {"GB"});
    add(Quantity::bytes, 1e12, {"TB"});
    add(Quantity::bytes, kBinary, {"KiB"});
    add(Quantity::bytes, std::pow(kBinary, 2), {"MiB"});
    add(Quantity::bytes, std::pow(kBinary, 3), {"GiB"});
    add(Quantity::bytes, std::pow(kBinary, 4), {"TiB"});
    std::map<std::string, Unit, std::less<>> rates;
    for (const auto& [name, unit] : out)
      if (unit.quantity == Quantity::bytes) rates[name + "/s"] = {Quantity::bytes_per_second, unit.size};
    out.merge(rates);
    // tqdm changes from the one to the other at one second an iteration.
    out["it/s"] = {Quantity::pace, 1};
    out["s/it"] = {Quantity::pace, 1, true};
    return out;
  }();
  return kUnits;
}

}  // namespace

std::string leading_unit(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  // Bytes from 128 on are parts of characters such as the micro sign.
  const auto end = std::ranges::find_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0 && c < 128 && c != '/' && c != '_'; });
  const auto found = units().find(std::string_view(text.begin(), end));
  return found == units().end() ? "" : found->first;
}

std::optional<double> converted(double number, const std::string& unit, const std::string& into) {
  const auto from = units().find(unit), to = units().find(into);
  if (from == units().end() || to == units().end() || from->second.quantity != to->second.quantity)
    return std::nullopt;
  if (from->second.reciprocal != to->second.reciprocal) return 1 / number;
  return number * (from->second.size / to->second.size);
}

bool is_number_with_words(const std::string& line) {
  static const re2::RE2 kForm(
      R"(((?:[A-Za-z][\w ./()-]*?\s*[:=])?)\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\s*(.*))");
  std::string name, rest;
  if (!re2::RE2::FullMatch(line, kForm, &name, &rest)) return false;
  return rest.empty() ? !name.empty() : rest == "%" || leading_unit(rest) == rest;
}

}  // namespace bora::tuning
