// Tables of architectures: CSV, or JSON as NASLib has it.
#include "data/architectures/nas_table.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration nas_table(
    {"nas_table",
     [](std::string_view bytes) {
       const NasTable table = read_nas_table(file_of("table", bytes));
       for (const std::string& name : table.columns) table.column(name);
       table.column("val_accuracy");
     },
     [] {
       return std::vector<std::string>{
           "arch,val_accuracy,params\n\"(0, 1)\",86.5,0.3\n\"(1, 1)\",,1e-3\n",
           R"json({"cifar10": {"(0, 2)": {"val_accuracy": 86.1, "params": {"score": NaN}, "idx": 3}, "(1, 2)": {"val_accuracy": -Infinity}}})json",
           R"json({"nb201": {"cifar10": {"(0, 2)": {"val_accuracy": 86.1}}}})json"};
     }});

}  // namespace
}  // namespace bora::fuzz
