#include "attacks/record/merge_facts.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Returns the text of a fact; "" if it is missing.
std::string value_of(const FactTexts& facts, const std::string& key) {
  const auto found = facts.find(key);
  return found == facts.end() ? "" : found->second;
}

// Returns the part of a fact that must be equal in all shards: a device without its number; data without
// their folder if the fingerprint of the plan (fact plan) ensures that the images are equal.
std::string shared_part(const FactTexts& facts, const std::string& key) {
  const std::string value = value_of(facts, key);
  if (key == "device") return value.substr(0, value.find(':'));
  const bool is_compared = key == "data" && !value_of(facts, "plan").empty();
  return is_compared ? value.substr(value.rfind('/') + 1) : value;
}

// Returns the options that may differ between shards.
const std::set<std::string>& own_options() {
  static const std::set<std::string> keys = {
      "shard", "out",         "device",   "threads", "model", "data",   "prior",   "prior-data",
      "quiet", "prior-cache", "baseline", "config",  "rate",  "header", "timeout", "retries"};
  return keys;
}

// Returns the value of a JSON fact; an empty one if it is missing or not of this type.
Json json_of(const FactTexts& facts, const std::string& key, Json::value_t type) {
  const std::string text = value_of(facts, key);
  Json parsed = text.empty() ? Json(type) : parse_json(text);
  return parsed.type() == type ? parsed : Json(type);
}

// Property that must be equal in all shards.
struct SharedPart {
  std::string name;
  std::string value;
  std::string shown = {};  // value as messages show it; "": the value itself

  std::string text() const {
    const std::string& text = shown.empty() ? value : shown;
    constexpr std::size_t kMost = 600;
    return text.empty() ? "not set" : printable(text, kMost);
  }
};

// Returns the identity of the substitute models, without their locations and training times.
SharedPart substitutes_of(const FactTexts& facts) {
  SharedPart all{"the substitute models", ""};
  for (const Json& substitute : json_of(facts, "substitutes", Json::value_t::array)) {
    const std::string architecture = substitute.value("architecture", ""),
                      sha256 = substitute.value("sha256", "");
    all.value += architecture + " " + sha256 + " ";
    all.shown += fmt::format("{}{} ({}, SHA-256 {})", all.shown.empty() ? "" : ", ",
                             substitute.value("file", ""), architecture, sha256);
  }
  return all;
}

// Adds the options that must be equal in all shards, and the substitute models.
void add_options(const FactTexts& facts, std::vector<SharedPart>& shared) {
  const Json options = json_of(facts, "config", Json::value_t::object);
  for (const auto& [option, value] : options.items())
    if (!own_options().contains(option))
      shared.push_back(
          {"--" + present_name(option), value.is_string() ? value.get<std::string>() : json_text(value)});
  shared.push_back(substitutes_of(facts));
}

// Returns all facts, in the order of visit_facts(), and options that must be equal in all shards. Options
// precede the fingerprint of the plan, since a message that names an option says more.
std::vector<SharedPart> shared_of(const ShardFacts& shard) {
  std::vector<SharedPart> shared;
  shared.push_back({"the number of shards", std::to_string(shard.shard.count)});
  // If each shard counted the clean inputs of the whole run, their counts must be equal.
  const bool counted_all = value_of(shard.facts, "shard_clean") == "all";
  for (const auto& [key, merge] : merge_rules()) {
    if (key == "plan") add_options(shard.facts, shared);
    if (merge != Merge::same && merge != Merge::left_out && (merge != Merge::clean || !counted_all)) continue;
    SharedPart& part = shared.emplace_back(key, shared_part(shard.facts, key));
    if (part.value.empty()) continue;
    if (key == "model_sha256")
      part.shown = fmt::format("{} ({})", part.value, value_of(shard.facts, "model"));
    if (key == "plan")
      part.shown = fmt::format("{} (model {}, data {})", part.value, value_of(shard.facts, "model"),
                               value_of(shard.facts, "data"));
  }
  return shared;
}

// Throws InputError that names the first of shared_of() in which two shards differ.
void check_same(const ShardFacts& first, const ShardFacts& other) {
  const auto ours = shared_of(first), theirs = shared_of(other);
  const auto find = [](const auto& parts, const std::string& name) {
    const auto found = std::ranges::find(parts, name, &SharedPart::name);
    return found == parts.end() ? SharedPart{name, ""} : *found;
  };
  for (const auto* parts : {&theirs, &ours})
    for (const SharedPart& part : *parts) {
      const SharedPart here = find(theirs, part.name), there = find(ours, part.name);
      if (here.value == there.value) continue;
      throw InputError(
          "{}: is not a shard of the same run as {}: {} is {}, there it is {}{}", other.folder.string(),
          first.folder.string(), printable(part.name), here.text(), there.text(),
          part.name == "plan" ? "; the options are the same, but the content of the data or the classes "
                                "that the model gives differ"
                              : "");
    }
}

// Returns the numbers as in "5, 9 and 12", at most kShown of them.
std::string in_words(const std::vector<int>& numbers) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i == kShown) return text + fmt::format(" and {} more", numbers.size() - kShown);
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

// Returns the sum of a fact over the shards, with three decimals if any value has a decimal point.
std::string sum(const std::vector<ShardFacts>& shards, const std::string& key) {
  double total = 0;
  bool whole = true;
  for (const ShardFacts& shard : shards) {
    const std::string text = value_of(shard.facts, key);
    if (text.empty()) continue;
    std::istringstream number(text);
    double value = 0;
    if (!(number >> value) || value < 0)
      throw InputError("{}: run.{} is '{}', expected a number", shard.folder.string(), key, printable(text));
    total += value;
    whole = whole && text.find('.') == std::string::npos;
  }
  return whole ? fmt::format("{:.0f}", total) : fmt::format("{:.3f}", total);
}

// Returns each check with its worst status in any shard, the text of the first shard with this status, and
// the number of shards with it.
Json merged_checks(const std::vector<ShardFacts>& shards) {
  static const std::vector<std::string> worst_first = {"fail", "warn", "open", "pass"};
  const auto rank = [](const Json& check) {
    return std::ranges::find(worst_first, check.value("status", "")) - worst_first.begin();
  };
  Json merged = Json::array();
  std::map<std::string, std::pair<std::size_t, int>> places;  // id -> index in merged, shards of its status
  std::map<std::string, std::size_t> made;                    // id -> number of shards that made the check
  for (const ShardFacts& shard : shards)
    for (Json check : json_of(shard.facts, "checks", Json::value_t::array)) {
      const std::string id = check.value("id", "");
      ++made[id];
      check["text"] = fmt::format("shard {}: {}", shard.shard.number, check.value("text", ""));
      const auto [found, is_new] = places.try_emplace(id, merged.size(), 1);
      if (is_new) {
        merged.push_back(std::move(check));
        continue;
      }
      auto& [place, same] = found->second;
      const auto before = rank(merged[place]), now = rank(check);
      if (now == before) ++same;
      if (now >= before) continue;
      same = 1;
      merged[place] = std::move(check);
    }
  for (const auto& [id, place] : places) {
    Json& check = merged[place.first];
    // A check that some shards did not make is not passed.
    if (const std::size_t without = shards.size() - made[id];
        without > 0 && check.value("status", "") == "pass") {
      check["status"] = "open";
      check["text"] = check.value("text", "") + fmt::format(" (passed in {}, not made in {})",
                                                            count_of(place.second, "shard"), without);
      continue;
    }
    if (shards.size() > 1)
      check["text"] =
          check.value("text", "") + fmt::format(" (status {} in {} of {} shards)", check.value("status", ""),
                                                place.second, shards.size());
  }
  return merged;
}

// Returns the numbers of missing shards, as in "5, 9 and 12"; "" if none is missing.
std::string missing_shards(const std::vector<ShardFacts>& shards) {
  std::set<int> there;
  for (const ShardFacts& shard : shards) there.insert(shard.shard.number);
  std::vector<int> missing;
  for (int number = 1; number <= shards.front().shard.count; ++number)
    if (!there.contains(number)) missing.push_back(number);
  return in_words(missing);
}

// Returns a warning about missing shards, if any, and the different warnings of all shards.
Json merged_warnings(const std::vector<ShardFacts>& shards) {
  Json warnings = Json::array();
  if (const std::string missing = missing_shards(shards); !missing.empty())
    warnings.push_back(
        fmt::format("{} of {} shards are here, without {}: the figures cover only their shares of the inputs",
                    shards.size(), shards.front().shard.count, missing));
  for (const ShardFacts& shard : shards)
    for (const Json& warning : json_of(shard.facts, "warnings", Json::value_t::array))
      if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
  return warnings;
}

// Returns a command line without its option --shard.
std::string without_shard(const std::string& command) {
  std::vector<std::string> words;
  const auto all = split(command, ' ');
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == "--shard") {
      ++i;
    } else if (!all[i].starts_with("--shard=")) {
      words.push_back(all[i]);
    }
  }
  return join(words, " ");
}

// Returns the content of a config.ini with an empty option shard.
std::string without_shard_line(const std::string& ini) {
  std::istringstream lines(ini);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += (line.starts_with("shard = ") ? "shard = \"\"" : line) + '\n';
  return out;
}

}  // namespace

void check_one_plan(const std::vector<ShardFacts>& shards, bool partial) {
  std::map<int, const ShardFacts*> holders;
  for (const ShardFacts& shard : shards) {
    check_same(shards.front(), shard);
    const auto [holder, is_new] = holders.try_emplace(shard.shard.number, &shard);
    if (!is_new)
      throw InputError("{}: is shard {}, and so is {}: its inputs would count twice", shard.folder.string(),
                       shard.shard.text(), holder->second->folder.string());
  }
  const std::string missing = missing_shards(shards);
  if (!missing.empty() && !partial)
    throw InputError("{} of {} shards are named, without {}; --partial takes what is there", shards.size(),
                     shards.front().shard.count, missing);
}

FactTexts merged_facts(const std::vector<ShardFacts>& shards, const fs::path& folder) {
  const FactTexts& first = shards.front().facts;
  const bool counted_own = value_of(first, "shard_clean") == "own";
  FactTexts facts;
  for (const auto& [key, merge] : merge_rules()) {
    std::vector<std::string> stated;  // values in the shards that have the fact
    for (const ShardFacts& shard : shards)
      if (const auto found = shard.facts.find(key); found != shard.facts.end())
        stated.push_back(found->second);
    if (stated.empty()) continue;
    if (merge == Merge::earliest)
      facts[key] = std::ranges::min(stated);
    else if (merge == Merge::latest)
      facts[key] = std::ranges::max(stated);
    else if (merge == Merge::largest)
      facts[key] = std::ranges::max(stated, {}, [](const std::string& text) { return std::stoll(text); });
    else if (merge == Merge::sum || (merge == Merge::clean && counted_own))
      facts[key] = sum(shards, key);
    else if (merge != Merge::left_out && first.contains(key))
      facts[key] = first.at(key);
  }

  Json merged = Json::array();
  bool complete = true;  // whether all given shards are complete; missing ones cause a warning
  for (const ShardFacts& shard : shards) {
    const std::string status = value_of(shard.facts, "status");
    complete = complete && status == "complete";
    merged.push_back({{"folder", fs::relative(shard.folder, folder).string()},
                      {"shard", shard.shard.text()},
                      {"status", status}});
  }
  facts.erase("shard");
  facts["merged"] = json_text(merged);
  facts["of_shards"] = std::to_string(shards.front().shard.count);
  facts["status"] = complete ? "complete" : "interrupted";
  facts["command"] = without_shard(value_of(first, "command"));
  facts["config_ini"] = without_shard_line(value_of(first, "config_ini"));
  Json config = json_of(first, "config", Json::value_t::object);
  config["shard"] = "";
  facts["config"] = json_text(config);
  facts["warnings"] = json_text(merged_warnings(shards));
  facts["checks"] = json_text(merged_checks(shards));
  return facts;
}

}  // namespace bora::attacks
