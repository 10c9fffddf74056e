#include "fuzz/small_run.h"

#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_reader.h"
#include "attacks/record/synthetic_run.h"
#include "fuzz/reader.h"

namespace bora::fuzz {

const std::string& small_run() {
  static const std::string bytes = [] {
    SyntheticRun run;
    run.side = 4;
    run.classes = 3;
    run.class_names = {"0", "1", "2"};
    run.inputs = {{0, 0, true, ""}, {1, 2, false, "misclassified"}};
    run.instances.resize(3);
    for (std::size_t i = 0; i < run.instances.size(); ++i) {
      run.instances[i].target = 1 + static_cast<int>(i) % 2;
      run.instances[i].queries = 2;
    }
    run.instances[1].status = "running";
    run.instances[2].attack = "random";
    const auto made = folder() / "made";
    write_synthetic_run(run, made);
    {
      SQLite::Database database((made / "run.sqlite").string(), SQLite::OPEN_READWRITE);
      database.exec("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
    }
    return content_of(made / "run.sqlite");
  }();
  return bytes;
}

void read_whole_run(const std::filesystem::path& file) {
  const RunRecord run = read_run(file);
  std::vector<std::int64_t> ids;
  for (const InstanceRecord& instance : run.instances) ids.push_back(instance.id);
  read_objectives(run, ids);
  if (!run.on_graphs()) read_pixels(run, ids);
}

}  // namespace bora::fuzz
