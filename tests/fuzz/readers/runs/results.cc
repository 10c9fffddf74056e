// results.csv of a tuning, of which another begins.
#include "fuzz/reader.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"

namespace bora::fuzz {
namespace {

const Registration results(
    {"results",
     [](std::string_view bytes) {
       static const ParameterSpace space = parse_space(
           "[x]\ntype=\"log\"\nbounds=[1e-3,1]\n[n]\ntype=\"integer\"\nbounds=[1,9]\n"
           "[k]\ntype=\"categorical\"\nvalues=[\"a\",true,2.5]\n",
           "space");
       std::vector<std::string> left_out;
       parse_results(std::string(bytes), "results.csv", space, {{"value", false}}, left_out);
     },
     [] {
       return std::vector<std::string>{
           "trial,status,value,seconds,x,n,k,reason\n1,done,0.5,1.0,0.1,3,a,\n"
           "2,done,-1e3,1.0,1,9.0,True,\"x, y\"\n3,failed,,1,0.1,2,2.5,z\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
