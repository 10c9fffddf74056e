// Configuration files of the commands.
#include <sstream>

#include "fuzz/reader.h"
#include "tools/options/command_line.h"

namespace bora::fuzz {
namespace {

const Registration config(
    {"config",
     [](std::string_view bytes) {
       bool flag = false;
       int whole = 0;
       std::uint64_t seed = 0;
       double real = 0;
       std::string text;
       std::vector<std::string> list;
       CommandLine line("fuzz", "reads", "");
       namespace po = boost::program_options;
       line.section("All").add_options()("flag", po::value(&flag), "")("epochs", po::value(&whole), "")(
           "seed", po::value(&seed), "")("rate", po::value(&real), "")("text", po::value(&text), "")(
           "fail-if", po::value(&list)->composing(), "");
       const std::string file = file_of("config.ini", bytes).string();
       const char* const words[] = {"fuzz", "--config", file.c_str()};
       std::ostringstream out;
       line.parse(std::size(words), words, out);
     },
     [] {
       return std::vector<std::string>{
           "# comment\nflag = true\nepochs = 20\nseed = 7\nrate = 1e-3\ntext = \" a b \"\nfail-if = x\nfail-if = y\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
