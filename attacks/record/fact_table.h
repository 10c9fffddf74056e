// Facts of a run as the text of its database's table run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_facts.h"

namespace bora::attacks {

using FactTexts = std::map<std::string, std::string>;  ///< value by key

FactTexts read_texts(const SQLite::Database& database);

/// Returns the texts of all facts that the run has and states.
FactTexts texts_of(const RunFacts& run);

/// Returns the facts. Throws InputError that names `file`, the key and the value if one is missing or not
/// allowed.
RunFacts facts_of(const FactTexts& texts, const std::filesystem::path& file);

/// Returns the key and the text of one fact: `fact` is the address of its member of `run`.
std::pair<std::string, std::string> text_of(const RunFacts& run, const void* fact);

/// Reads one fact of `texts`, if it is there, into its member of `run`, whose address is `fact`.
void read_fact(const FactTexts& texts, RunFacts& run, const void* fact, const std::filesystem::path& file);

/// Returns how each fact is merged, in the order of visit_facts().
const std::vector<std::pair<std::string, Merge>>& merge_rules();

/// Returns the documentation of all facts, a line each: "key: text".
std::string facts_text(const char* indent);

}  // namespace bora::attacks
