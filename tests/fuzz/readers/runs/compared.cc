// Results of somebody else's attacks, with which a run is compared.
#include "report/figures/comparisons/result_rows.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration compared({"compared",
                             [](std::string_view bytes) {
                               static const RunRecord run;
                               const auto all = report::read_result_rows(file_of("theirs.csv", bytes), run);
                               for (const report::ResultRows& rows : all) report::pair_rows(all[0], rows);
                             },
                             [] {
                               return std::vector<std::string>{
                                   "record,label,target,queries,success\n0,3,,10,1\n1,2,,100,0\n",
                                   "attack,run_seed,image_index,true,target,queries,status,verified\n"
                                   "a,0,3,1,2,7,success,no\na,1,3,1,2,9,exhausted,\nb,0,3,1,,0,pending,\n"};
                             }});

}  // namespace
}  // namespace bora::fuzz
