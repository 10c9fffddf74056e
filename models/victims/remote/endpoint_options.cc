#include "models/victims/remote/endpoint_options.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <map>

#include "common/error.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::models {

namespace {

constexpr const char* kHeader = "header";

std::string name_of(const std::string& header) {
  return lower_case(header.substr(0, header.find(':')));
}

bool holds_secrets(const std::string& name) {
  if (name.ends_with("key") || name.ends_with("token") || name.ends_with("secret")) return true;
  return std::ranges::any_of(
      std::initializer_list<const char*>{"auth", "cookie", "credential", "passw", "session", "signature"},
      [&](const char* word) { return name.find(word) != std::string::npos; });
}

// Throws InputError unless `header` is "Name: value" in one line of printable characters. A header that holds
// secrets by its name (Authorization, Cookie, ...-Key, ...-Token) must have a ${VARIABLE} in its value,
// because options are stored with the run.
void check_header(const std::string& header) {
  const std::string name = name_of(header);
  const bool printable_line =
      std::ranges::all_of(header, [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
  const bool token = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_';
  });
  // The value is left out of the message, because it may be a secret.
  if (header.find(':') == std::string::npos || !printable_line || !token)
    throw SettingError(kHeader, "'{}': expected 'Name: value' in one line", printable(token ? name : "..."));
  if (holds_secrets(name) && header.find("${") == std::string::npos)
    throw SettingError(
        kHeader,
        "'{}': would be stored with the run; put the secret into a variable of the environment and "
        "name it in single quotes: '{}: ${{VARIABLE}}'",
        name, name);
}

}  // namespace

void check(const EndpointOptions& options) {
  constexpr double kLongest = 1e6;  // seconds; their number of nanoseconds fits into 64 bits
  if (!(options.timeout > 0 && options.timeout <= kLongest))
    throw SettingError("timeout", "got {}, expected more than 0 and at most {} seconds", options.timeout,
                       kLongest);
  check_range("retries", options.retries, 0, 100);
  if (!(options.rate >= 0 && std::isfinite(options.rate)))
    throw SettingError("rate", "got {}, expected 0 or more inputs a second", options.rate);
  check_range("concurrency", options.concurrency, 1, 1024);
  for (const std::string& header : options.headers) check_header(header);
}

double parse_rate(const std::string& text, const std::string& option) {
  const auto slash = text.find('/');
  const std::string number = text.substr(0, slash);
  const std::string unit = slash == std::string::npos ? "s" : text.substr(slash + 1);
  static const std::map<std::string, double> kSeconds = {{"s", 1}, {"min", 60}, {"h", 3600}};
  const auto value = to_finite(number);
  const auto seconds = kSeconds.find(unit);
  if (!value || *value <= 0 || seconds == kSeconds.end())
    throw InputError("{}: got '{}', expected inputs a second, minute or hour: 50/s, 600/min, 1000/h", option,
                     printable(text));
  return *value / seconds->second;
}

std::string with_environment(const std::string& header) {
  std::string out;
  for (std::size_t at = 0; at < header.size();) {
    const auto open = header.find("${", at);
    const auto close = open == std::string::npos ? open : header.find('}', open);
    if (close == std::string::npos) return out + header.substr(at);
    out += header.substr(at, open - at);
    const std::string variable = header.substr(open + 2, close - open - 2);
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr)
      throw SettingError(kHeader, "'{}': the environment has no variable '{}'", name_of(header),
                         printable(variable));
    const std::string text = value;
    if (text.find_first_of("\r\n") != std::string::npos)
      throw SettingError(kHeader, "'{}': the variable '{}' has several lines", name_of(header),
                         printable(variable));
    out += text;
    at = close + 1;
  }
  return out;
}

}  // namespace bora::models
