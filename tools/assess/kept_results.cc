#include "tools/assess/kept_results.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "attacks/record/run_database.h"
#include "attacks/record/run_reader.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/json.h"
#include "nas/run/search_store.h"
#include "runs/lock_file.h"
#include "tools/attack/run_folder.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

using SentInputs = std::map<std::string, std::int64_t>;

constexpr const char* kSent = "sent_before.json";

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

// Returns the content of sent_before.json; nothing if there is no such file or it is damaged.
SentInputs stored_inputs(const fs::path& folder) {
  SentInputs sent;
  std::ifstream in(folder / kSent);
  const auto json = parse_json(in);
  if (!json.is_object()) return sent;
  for (const auto& [model, inputs] : json.items())
    if (inputs.is_number_integer()) sent[model] = inputs.get<std::int64_t>();
  return sent;
}

// Returns the number of inputs that the runs of an assessment sent to each model.
SentInputs inputs_of_runs(const fs::path& folder) {
  SentInputs sent;
  for (const fs::path& file : runs_in(folder)) {
    const RunDatabase database = RunDatabase::open(file);
    const RunFacts run = database.facts();
    std::int64_t& of_model = sent[run.model_sha256];
    of_model += run.clean_queries + run.check_queries + run.loading_inputs;
    for (const InstanceRow& instance : database.instances()) of_model += instance.attempts;
  }
  return sent;
}

}  // namespace

bool holds_results(const fs::path& folder) {
  const fs::path search = folder / "search";
  if (SearchStore::holds_search(search) && !SearchStore::is_without_results(search)) return true;
  if (!files_in(folder / "models").empty()) return true;
  return std::ranges::any_of(runs_in(folder),
                             [](const fs::path& file) { return !is_without_answers(file.parent_path()); });
}

void discard_assessment(const fs::path& folder) {
  const LockFile lock(folder / ".lock");
  // The runs on a model include what was stored before. As they are moved away at once, they are either all
  // there or all covered by the file, and config.ini is removed last, so that this can be repeated.
  SentInputs sent = inputs_of_runs(folder);
  sent.merge(stored_inputs(folder));
  if (!sent.empty()) write_atomically(folder / kSent, json_text(nlohmann::json(sent), 2) + "\n");
  const fs::path discarded = folder / "discarded";
  fs::remove_all(discarded);
  if (fs::exists(folder / "attacks")) fs::rename(folder / "attacks", discarded);
  for (const char* part : {"search", "models", "discarded"}) fs::remove_all(folder / part);
  for (const char* file :
       {"models.json", "assessment.html", "assessment.md", "assessment.json", "assessment.csv", "config.ini"})
    fs::remove(folder / file);
}

SentInputs sent_by_discarded(const fs::path& folder) {
  SentInputs sent = stored_inputs(folder);
  if (sent.empty()) return sent;
  for (const fs::path& file : runs_in(folder)) try {
      sent.erase(read_run(file).model_sha256);
    } catch (const InputError&) {
      // A damaged run is reported when it is resumed.
    }
  return sent;
}

}  // namespace bora::tools
