// Where a run is kept, and the agreement between a run and the options it is resumed with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "attacks/ledger/shard.h"
#include "tools/attack/attack_options.h"
#include "tools/options/command_line.h"

namespace bora {

/// `out`, or in the working directory the first free of bora-run-1, bora-run-2, ..., or of a shard
/// shard-K-of-N: processes that begin at once shall not choose the same.
std::filesystem::path choose_folder(const std::string& out, const std::optional<Shard>& shard);

/// Whether no query of the run in `folder` was answered, so that nothing is lost with it. Throws as
/// RunDatabase::open does.
bool is_without_answers(const std::filesystem::path& folder);

/// Removes such a run. Throws InputError if it is in use.
void discard_run(const std::filesystem::path& folder);

/// Throws InputError unless a run can be started in `folder`: no run in it, but for one without an answer,
/// writable as far as it exists (nothing is created), and on no disk of a network.
void check_folder(const std::filesystem::path& folder);

/// Reads the command line. With --resume, what it leaves open is taken from the run in --out, and what it
/// states must be what the run was made with: InputError otherwise. False after --help or --version.
bool parse_with_resume(int argc, const char* const* argv, std::unique_ptr<CommandLine>& line,
                       AttackOptionsText& text);

/// An INI file's options as a JSON object of strings, or of arrays of them where one is repeated.
std::string config_as_json(const std::string& ini);

/// A fact of a run that is JSON. Names of files and classes need not be UTF-8: what is not becomes a
/// replacement character.
std::string json_text(const nlohmann::json& value);

/// The same INI file with files and folders, as far as they are there, named so that they are found from
/// anywhere.
std::string config_with_absolute_paths(const std::string& ini);

/// `value` as found from anywhere if it is a file or a folder, else as it is.
std::string absolute_path(const std::string& value);

/// A command line as a shell takes it.
std::string command_text(int argc, const char* const* argv);

}  // namespace bora
