#include "tools/assess/portable_options.h"

#include <filesystem>
#include <set>
#include <vector>

#include "common/text.h"
#include "tools/assess/model_text.h"

namespace bora::tools {

namespace fs = std::filesystem;

// A path as it is found from anywhere, with what may follow it behind a colon; names of data sets as they
// are.
std::string absolute_data(const std::string& value) {
  if (value == "digits" || value == "fashion-mnist") return value;
  const auto colon = value.find(':');
  const std::string path = value.substr(0, colon);
  if (path.empty() || !fs::exists(path)) return value;
  return fs::absolute(path).lexically_normal().string() +
         (colon == std::string::npos ? "" : value.substr(colon));
}

static std::string absolute_file(const std::string& file) {
  return fs::is_regular_file(file) ? fs::absolute(file).lexically_normal().string() : file;
}

// A file as it is found from anywhere; other addresses as they are.
std::string absolute_model(const std::string& value) {
  const ModelText model = split_model_text(value);
  return (model.name.empty() ? "" : model.name + "=") + absolute_file(model.address) + model.options;
}

// The files among options of bo-attack.
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
    // A cache of substitute models is made by the first run.
    const bool path = kFiles.contains(option) && !word && (option == "prior-cache" || fs::exists(value));
    parts.push_back(head + (path ? fs::absolute(value).lexically_normal().string() : value));
  }
  return join(parts, ",");
}

}  // namespace bora::tools
