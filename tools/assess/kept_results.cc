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

}  // namespace

bool holds_results(const fs::path& folder) {
  const fs::path search = folder / "search";
  if (SearchStore::holds_search(search) && !SearchStore::is_without_values(search)) return true;
  if (!files_in(folder / "models").empty()) return true;
  return std::ranges::any_of(files_in(folder / "attacks"), [](const fs::path& file) {
    return file.filename() == "run.sqlite" && RunDatabase::holds_run(file) &&
           !is_without_answers(file.parent_path());
  });
}

void discard_assessment(const fs::path& folder) {
  const LockFile lock(folder / ".lock");
  for (const char* part : {"search", "models", "attacks"}) fs::remove_all(folder / part);
  for (const char* file :
       {"config.ini", "models.json", "assessment.html", "assessment.md", "assessment.json", "assessment.csv"})
    fs::remove(folder / file);
}

}  // namespace bora::tools
