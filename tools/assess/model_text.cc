#include "tools/assess/model_text.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace bora::tools {

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
  if (!is_plain_name(before) || std::filesystem::exists(model.address, error)) return model;
  model.name = before;
  model.address.erase(0, equals + 1);
  return model;
}

}  // namespace bora::tools
