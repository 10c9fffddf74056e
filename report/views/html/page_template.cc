#include "report/views/html/page_template.h"

#include <map>
#include <sstream>
#include <stdexcept>

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/views/html/html_text.h"

namespace bora::report {
namespace {

namespace mustache = kainjow::mustache;

mustache::data values_of(const nlohmann::ordered_json& json) {
  if (json.is_object()) {
    mustache::data object;
    for (const auto& [name, value] : json.items()) object.set(name, values_of(value));
    return object;
  }
  if (json.is_array()) {
    mustache::data list{mustache::data::type::list};
    for (const nlohmann::ordered_json& item : json) list.push_back(values_of(item));
    return list;
  }
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_null()) return false;
  if (!json.is_string()) return json_text(json);
  const auto& text = json.get_ref<const std::string&>();
  if (text.empty()) return false;  // a section of an empty text is left out
  return text;
}

/// Values of a template, and the templates that it may include.
class Values : public mustache::context<std::string> {
 public:
  Values(const mustache::data& values, EmbeddedFiles files) : context(&values) {
    for (const EmbeddedFiles& set : {page_templates(), files})
      for (const EmbeddedFile& file : set) templates_[std::string(file.name)] = std::string(file.content);
  }

  const mustache::data* get(const std::string& name) const override {
    const mustache::data* value = context::get(name);
    if (value == nullptr) throw std::logic_error("a template has no value " + name);
    return value;
  }
  const mustache::data* get_partial(const std::string& name) const override {
    const auto found = templates_.find(name);
    if (found == templates_.end()) throw std::logic_error("there is no template " + name);
    return &found->second;
  }

 private:
  std::map<std::string, mustache::data> templates_;
};

std::string fill(std::string_view name, const nlohmann::ordered_json& json, EmbeddedFiles files,
                 std::string (*escape_text)(const std::string&)) {
  const mustache::data data = values_of(json);
  Values values(data, files);
  mustache::mustache filled(values.get_partial(std::string(name))->string_value());
  filled.set_custom_escape(escape_text);
  std::string out = filled.render(values);
  if (!filled.is_valid())
    throw std::logic_error("template " + std::string(name) + ": " + filled.error_message());
  return out;
}

}  // namespace

std::string fill_template(std::string_view name, const nlohmann::ordered_json& data, EmbeddedFiles files) {
  return fill(name, data, files, [](const std::string& text) { return escape(text); });
}

std::vector<std::string> fill_paragraphs(std::string_view name, const nlohmann::ordered_json& data,
                                         EmbeddedFiles files) {
  std::istringstream text(fill(name, data, files, [](const std::string& each) { return each; }));
  std::vector<std::string> paragraphs;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && inside) paragraphs.back() += " " + line;
    if (!line.empty() && !inside) paragraphs.push_back(line);
    inside = !line.empty();
  }
  return paragraphs;
}

}  // namespace bora::report
