// Rows of a tuning's database, of which another tuning begins: each line changes a value of a valid one.
#include <SQLiteCpp/SQLiteCpp.h>

#include "fuzz/changed_rows.h"
#include "fuzz/reader.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"

namespace bora::fuzz {
namespace {

constexpr const char* kSpace =
    "[x]\ntype=\"real\"\nbounds=[0,1]\n[k]\ntype=\"categorical\"\nvalues=[\"a\",\"b\"]\n";

// Two trials of two repeats each, one that failed, one that waits, and one of a warm start.
const std::string& small_tuning() {
  static const std::string bytes = [] {
    const auto made = folder() / "tuning";
    TrialStore::create(made, [](TrialStore& store) {
      store.set("space", kSpace);
      store.set("objectives", R"({"loss": "minimise"})");
      store.set("constraints", R"(["size<=20"])");
      store.set("command", R"(["./train", "{x}"])");
      constexpr const char* kStatuses[] = {"done", "done", "done", "failed", "waiting"};
      for (int number = 0; number < 5; ++number) {
        TrialRow row;
        row.number = number;
        row.key = "1 0.25";
        row.point = R"({"k": "b", "x": 0.25})";
        if (number < 4) row.told = 2 * number + 2;
        if (number > 0) row.asked = 2 * number + 1;
        row.status = kStatuses[number];
        if (row.status == "done") row.values = {0.5, 10};
        store.add(row);
        for (int repeat = 1; repeat <= 2 && (number == 1 || number == 2); ++repeat)
          store.add_repeat(number, {repeat, "done", {0.5, 10}, 1, 1, ""});
      }
    });
    {
      SQLite::Database database((made / TrialStore::kFile).string(), SQLite::OPEN_READWRITE);
      database.exec("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM");
    }
    return content_of(made / TrialStore::kFile);
  }();
  return bytes;
}

const Registration trial_rows(
    {"trial_rows",
     [](std::string_view bytes) {
       static const ParameterSpace space = parse_space(kSpace, "space");
       static ChangedRows valid(small_tuning());
       std::filesystem::create_directory(folder() / "read");
       valid.write("read/run.sqlite", bytes);
       std::vector<std::string> left_out;
       read_run_results(folder() / "read", space, {{"loss", false}, {"size", false}}, left_out);
     },
     [] {
       return std::vector<std::string>{"!!$5\n(#$3\n", "$ 0[1, 2, 3]\n+!2-1.5\n", "# 3xyz\n%\"4\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
