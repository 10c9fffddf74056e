#include "tools/assess/plan_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/parse_toml.h"

namespace bora::tools {
namespace {

// Returns file, line and key for an error: "plan.toml:3: eps".
std::string place(const std::filesystem::path& file, const toml::node& node, const std::string& key) {
  return fmt::format("{}:{}: {}", file.string(), node.source().begin.line, printable(key));
}

std::string scalar(const std::filesystem::path& file, const toml::node& node, const std::string& key) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return fmt::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return fmt::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "yes" : "no";
  throw InputError("{}: expected a text, a number, true or false, or a list of these",
                   place(file, node, key));
}

std::vector<std::string> values_of(const std::filesystem::path& file, const toml::node& node,
                                   const std::string& key) {
  const toml::array* const list = node.as_array();
  if (list == nullptr) return {scalar(file, node, key)};
  std::vector<std::string> values;
  for (const toml::node& item : *list) values.push_back(scalar(file, item, key));
  return values;
}

// Returns the entries in the order of the file, since toml++ sorts them by name.
std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
  std::vector<std::pair<std::string, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(std::string(key.str()), &node);
  std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.second->source().begin.line; });
  return entries;
}

}  // namespace

Settings read_plan(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw InputError("--plan: {} cannot be read", file.string());
  std::ostringstream text;
  text << in.rdbuf();
  const toml::table table = parse_toml(text.str(), file.string());
  Settings plan;
  for (const auto& [key, node] : in_order(table)) {
    for (const char* own : {"plan", "config", "out", "resume"})
      if (key == own) throw InputError("{}: belongs on the command line", place(file, *node, key));
    if (const toml::table* const settings = node->as_table()) {
      std::vector<std::string> parts;
      for (const auto& [name, value] : in_order(*settings))
        parts.push_back(name + "=" + join(values_of(file, *value, key + "." + name), ","));
      plan.emplace_back(key, join(parts, ","));
    } else if (const auto* flag = node->as_boolean()) {
      if (flag->get()) plan.emplace_back(key, "yes");
    } else {
      const auto values = values_of(file, *node, key);
      const bool repeated = key == "models" || key == "baseline" || key == "fail-if";
      if (!repeated) plan.emplace_back(key, join(values, ","));
      for (const std::string& value : values)
        if (repeated) plan.emplace_back(key, value);
    }
  }
  return plan;
}

}  // namespace bora::tools
