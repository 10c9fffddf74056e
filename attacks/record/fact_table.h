// Conversion of a run's facts to and from the texts in its database's table run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_facts.h"

namespace bora::attacks {

using FactTexts = std::map<std::string, std::string>;  ///< key of a fact -> text that states its value

/// Reads table run.
FactTexts read_texts(const SQLite::Database& database);

/// Returns the texts of all facts that table run contains for this run (FactScope, Stated).
FactTexts texts_of(const RunFacts& run);

/// Returns the facts. Throws InputError that names `file`, the key and the value if a required fact is
/// missing or a value is not allowed.
RunFacts facts_of(const FactTexts& texts, const std::filesystem::path& file);

/// Returns the key and the text that one fact has. `fact`: address of its member of `run`.
std::pair<std::string, std::string> text_of(const RunFacts& run, const void* fact);

/// Reads one fact of `texts`, if it contains it, into `run`. `fact`: address of its member of `run`. Throws
/// InputError as facts_of() does.
void read_fact(const FactTexts& texts, RunFacts& run, const void* fact, const std::filesystem::path& file);

/// Returns keys and merge rules of all facts, in the order of visit_facts().
const std::vector<std::pair<std::string, Merge>>& merge_rules();

/// Returns the documentation of all facts, one line "key: text" each, which begins with `indent`.
std::string facts_text(const char* indent);

}  // namespace bora::attacks
