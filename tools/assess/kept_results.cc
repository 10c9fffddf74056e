#include "tools/assess/kept_results.h"

#include <algorithm>
#include <vector>

#include "attacks/record/run_database.h"
#include "nas/run/search_store.h"
#include "runs/lock_file.h"
#include "tools/attack/run_folder.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  return files;
}

// Returns the databases of the attacks of an assessment.
std::vector<fs::path> runs_in(const fs::path& folder) {
  std::vector<fs::path> files = files_in(folder / "attacks");
  std::erase_if(files, [](const fs::path& file) {
    return file.filename() != "run.sqlite" || !RunDatabase::holds_run(file);
  });
  return files;
}

}  // namespace

bool holds_results(const fs::path& folder) {
  const fs::path search = folder / "search";
  if (SearchStore::holds_search(search) && !SearchStore::is_without_values(search)) return true;
  if (!files_in(folder / "models").empty()) return true;
  return std::ranges::any_of(runs_in(folder),
                             [](const fs::path& file) { return !is_without_answers(file.parent_path()); });
}

std::map<std::string, std::int64_t> discard_assessment(const fs::path& folder) {
  const LockFile lock(folder / ".lock");
  std::map<std::string, std::int64_t> sent;
  for (const fs::path& file : runs_in(folder)) {
    const RunDatabase database = RunDatabase::open(file);
    const RunFacts run = database.facts();
    std::int64_t& of_model = sent[run.model_sha256];
    of_model += run.clean_queries + run.check_queries + run.loading_inputs;
    for (const InstanceRow& instance : database.instances()) of_model += instance.attempts;
  }
  for (const char* part : {"search", "models", "attacks"}) fs::remove_all(folder / part);
  for (const char* file :
       {"config.ini", "models.json", "assessment.html", "assessment.md", "assessment.json", "assessment.csv"})
    fs::remove(folder / file);
  return sent;
}

}  // namespace bora::tools
