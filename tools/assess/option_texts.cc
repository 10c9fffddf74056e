#include "tools/assess/option_texts.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "common/error.h"
#include "common/text.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

std::string absolute_file(const std::string& file) {
  return fs::is_regular_file(file) ? fs::absolute(file).lexically_normal().string() : file;
}

}  // namespace

bool is_plain_name(const std::string& text) {
  return std::ranges::all_of(
      text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
}

ModelText split_model_text(const std::string& text) {
  const auto end = text.find(';');
  ModelText model{"", text.substr(0, end), end == std::string::npos ? "" : text.substr(end)};
  const auto equals = model.address.find('=');
  if (equals == std::string::npos || equals == 0) return model;
  const std::string before = model.address.substr(0, equals);
  std::error_code error;
  if (!is_plain_name(before) || fs::exists(model.address, error)) return model;
  model.name = before;
  model.address.erase(0, equals + 1);
  return model;
}

Settings parse_settings(const std::string& text, const std::string& option,
                        const std::vector<std::string>& reserved) {
  Settings settings;
  if (text.empty()) return settings;
  for (const std::string& part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos && !settings.empty()) {
      settings.back().second += "," + part;
      continue;
    }
    if (equals == std::string::npos || equals == 0)
      throw InputError("{}: '{}' has no name, expected NAME=VALUE,NAME=VALUE", option, printable(part));
    const std::string name = part.substr(0, equals);
    if (std::ranges::find(reserved, name) != reserved.end())
      throw InputError("{}: {} must be set by an option of bo-assess, see --help", option, name);
    if (std::ranges::find(settings, name, &Settings::value_type::first) != settings.end())
      throw InputError("{}: {} is given twice", option, name);
    settings.emplace_back(name, part.substr(equals + 1));
  }
  return settings;
}

std::string absolute_data(const std::string& value) {
  if (value == "digits" || value == "fashion-mnist") return value;
  const auto colon = value.find(':');
  const std::string path = value.substr(0, colon);
  if (path.empty() || !fs::exists(path)) return value;
  return fs::absolute(path).lexically_normal().string() +
         (colon == std::string::npos ? "" : value.substr(colon));
}

std::string absolute_model(const std::string& value) {
  const ModelText model = split_model_text(value);
  return (model.name.empty() ? "" : model.name + "=") + absolute_file(model.address) + model.options;
}

std::string absolute_settings(const std::string& text) {
  static const std::set<std::string> kFiles = {"prior", "prior-data", "prior-cache", "class-map"};
  std::vector<std::string> parts;
  std::string option;
  for (const std::string& part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals != std::string::npos) option = part.substr(0, equals);
    const std::string head = equals == std::string::npos ? "" : part.substr(0, equals + 1);
    const std::string value = part.substr(head.size());
    const bool word = value == "none" || value == "data" || value == "learn";
    // The first run creates the cache of substitute models, so it need not exist.
    const bool path = kFiles.contains(option) && !word && (option == "prior-cache" || fs::exists(value));
    parts.push_back(head + (path ? fs::absolute(value).lexically_normal().string() : value));
  }
  return join(parts, ",");
}

}  // namespace bora::tools
