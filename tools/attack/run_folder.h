// Folder of a run, and the check that a run is resumed with the options that it was made with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "attacks/ledger/shard.h"
#include "tools/attack/attack_options.h"
#include "tools/options/command_line.h"

namespace bora {

/// Returns `out` if it is given, else the first free of bora-run-1, bora-run-2, ... in the working directory,
/// or shard-K-of-N for a shard, so that shards started at the same time do not choose the same folder.
std::filesystem::path choose_folder(const std::string& out, const std::optional<Shard>& shard);

/// Returns whether no query of the run in `folder` was answered, so that it can be deleted without loss.
/// Throws like RunDatabase::open.
bool is_without_answers(const std::filesystem::path& folder);

/// Removes a run without answers. Throws InputError if it is in use.
void discard_run(const std::filesystem::path& folder);

/// Throws InputError unless a run can be started in `folder`: it holds no run, except one without answers, it
/// is writable as far as it exists (nothing is created), and it is not on a network disk.
void check_folder(const std::filesystem::path& folder);

/// Reads the options that were typed. With --resume, missing ones are taken from the run in --out, and typed
/// ones must be those of the run; throws InputError otherwise. Returns false after --help or --version.
bool parse_with_resume(int argc, const char* const* argv, std::unique_ptr<CommandLine>& line,
                       AttackOptionsText& text);

/// Returns the options of an INI file as a JSON object of strings, or of arrays for repeated options.
std::string config_as_json(const std::string& ini);

/// Returns a fact of a run that was encoded as JSON. Names of files and classes need not be UTF-8: invalid
/// bytes become replacement characters.
std::string json_text(const nlohmann::json& value);

/// Returns the INI file with absolute paths for files and folders that exist.
std::string config_with_absolute_paths(const std::string& ini);

/// Returns the absolute path if `value` is a file or a folder, else `value`.
std::string absolute_path(const std::string& value);

/// Returns the command line, quoted for a shell.
std::string command_text(int argc, const char* const* argv);

}  // namespace bora
