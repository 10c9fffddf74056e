#include "tools/attack/run_folder.h"

#include <unistd.h>

#include <algorithm>

#include "attacks/record/run_database.h"
#include "common/error.h"
#include "runs/network_disk.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatabase = "run.sqlite";

}  // namespace

fs::path choose_folder(const std::string& out, const std::optional<Shard>& shard) {
  if (!out.empty()) return out;
  if (shard) return fmt::format("shard-{}-of-{}", shard->number, shard->count);
  for (int number = 1;; ++number)
    if (const fs::path folder = fmt::format("bora-run-{}", number); !fs::exists(folder)) return folder;
}

bool is_without_answers(const fs::path& folder) {
  const RunDatabase run = RunDatabase::open(folder / kDatabase);
  const auto facts = run.get(&RunFacts::attacks);
  if (std::ranges::any_of(facts, [&](const std::string& attack) { return !run.searches(attack).empty(); }))
    return false;
  return std::ranges::all_of(run.instances(), [&](const InstanceRow& instance) {
    return instance.queries == 0 &&
           (instance.status == InstanceStatus::pending || run.queries(instance.id).empty());
  });
}

void remove_outputs(const fs::path& folder) {
  for (const char* part : {"originals", "adversarial", "universal"}) fs::remove_all(folder / part);
}

void check_folder(const fs::path& folder) {
  const auto replaceable = [&] {
    try {
      return is_without_answers(folder);
    } catch (const InputError&) {
      return false;  // in use, or damaged
    }
  };
  if (RunDatabase::holds_run(folder / kDatabase) && !replaceable())
    throw InputError("--out: {} already holds a run; add --resume to continue it, or name another folder",
                     folder.string());
  fs::path existing = fs::absolute(folder);
  while (!fs::exists(existing)) existing = existing.parent_path();
  if (!fs::is_directory(existing)) throw InputError("--out: {} is not a folder", existing.string());
  refuse_network_disk(existing);
  if (::access(existing.c_str(), W_OK | X_OK) != 0)
    throw InputError("--out: {} cannot be written to ({} is read-only)", folder.string(), existing.string());
}

}  // namespace bora::tools
