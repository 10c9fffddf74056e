#include "tuning/trials/printed_unit.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <re2/re2.h>

namespace bora::tuning {
namespace {

enum class Quantity { time, bytes, speed };

// Unit with its size in the basic unit of its quantity.
struct Unit {
  std::string_view name;
  Quantity quantity;
  double size;
};

constexpr double kMinute = 60, kHour = 3600;
constexpr double kBinary = 1024;
constexpr Unit kUnits[] = {
    {"ns", Quantity::time, 1e-9},
    {"us", Quantity::time, 1e-6},
    {"\u00b5s", Quantity::time, 1e-6},  // micro sign
    {"\u03bcs", Quantity::time, 1e-6},  // Greek mu
    {"ms", Quantity::time, 1e-3},
    {"msec", Quantity::time, 1e-3},
    {"s", Quantity::time, 1},
    {"sec", Quantity::time, 1},
    {"secs", Quantity::time, 1},
    {"second", Quantity::time, 1},
    {"seconds", Quantity::time, 1},
    {"min", Quantity::time, kMinute},
    {"mins", Quantity::time, kMinute},
    {"minute", Quantity::time, kMinute},
    {"minutes", Quantity::time, kMinute},
    {"h", Quantity::time, kHour},
    {"hr", Quantity::time, kHour},
    {"hrs", Quantity::time, kHour},
    {"hour", Quantity::time, kHour},
    {"hours", Quantity::time, kHour},
    {"B", Quantity::bytes, 1},
    {"bytes", Quantity::bytes, 1},
    {"kB", Quantity::bytes, 1e3},
    {"KB", Quantity::bytes, 1e3},
    {"MB", Quantity::bytes, 1e6},
    {"GB", Quantity::bytes, 1e9},
    {"TB", Quantity::bytes, 1e12},
    {"KiB", Quantity::bytes, kBinary},
    {"MiB", Quantity::bytes, kBinary* kBinary},
    {"GiB", Quantity::bytes, kBinary* kBinary* kBinary},
    {"TiB", Quantity::bytes, kBinary* kBinary* kBinary* kBinary},
    // As tqdm prints it, which changes from one to the other at 1 second an iteration.
    {"it/s", Quantity::speed, 1},
    {"s/it", Quantity::speed, -1},
};

const Unit* find_unit(std::string_view name) {
  const auto found = std::ranges::find(kUnits, name, &Unit::name);
  return found == std::end(kUnits) ? nullptr : found;
}

}  // namespace

std::string leading_unit(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  // Bytes from 128 on are parts of characters such as the micro sign.
  const auto end = std::ranges::find_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0 && c < 128 && c != '/' && c != '_'; });
  const Unit* const unit = find_unit({text.begin(), end});
  return unit ? std::string(unit->name) : "";
}

bool differ_in_scale(const std::string& unit, const std::string& other) {
  const Unit *const one = find_unit(unit), *const two = find_unit(other);
  return one && two && one->quantity == two->quantity && one->size != two->size;
}

bool is_number_with_words(const std::string& line) {
  static const re2::RE2 kForm(
      R"(((?:[A-Za-z][\w ./()-]*?\s*[:=])?)\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\s*(.*))");
  std::string name, rest;
  if (!re2::RE2::FullMatch(line, kForm, &name, &rest)) return false;
  return rest.empty() ? !name.empty() : rest == "%" || leading_unit(rest) == rest;
}

}  // namespace bora::tuning
