// Rows of a run's database: each line changes a value of a valid one.
#include "fuzz/changed_rows.h"
#include "fuzz/reader.h"
#include "fuzz/small_run.h"

namespace bora::fuzz {
namespace {

const Registration run_rows({"run_rows",
                             [](std::string_view bytes) {
                               static ChangedRows valid(small_run());
                               read_whole_run(valid.write("run.sqlite", bytes));
                             },
                             [] {
                               return std::vector<std::string>{"\n", "!!$5\n(#$3\n", "+ #-1.5\n' !xyz\n"};
                             }});

}  // namespace
}  // namespace bora::fuzz
