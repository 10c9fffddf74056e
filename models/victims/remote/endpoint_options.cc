#include "models/victims/remote/endpoint_options.h"

#include <map>

#include "common/error.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "models/victims/remote/request_headers.h"

namespace bora::models {

void check(const EndpointOptions& options) {
  constexpr double kLongest = 1e6;  // seconds, whose nanoseconds a clock can hold
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

}  // namespace bora::models
