// Output of a program that trains the networks of a search.
#include <stdexcept>

#include "fuzz/reader.h"
#include "nas/run/program_answer.h"

namespace bora::fuzz {
namespace {

const Registration trained({"trained",
                            [](std::string_view bytes) {
                              nas::SearchTrial trial;
                              nas::take_answer(trial, std::string(bytes));
                              if (trial.failure.empty() == trial.epochs.empty())
                                throw std::logic_error("neither a value nor a failure, or both");
                              if (trial.failure.find('\n') != std::string::npos)
                                throw std::logic_error("a failure of several lines");
                            },
                            [] {
                              return std::vector<std::string>{
                                  "{\"accuracy\": 0.75, \"weights\": 1200, \"loss\": 0.5}\n",
                                  "{\"failure\": \"no memory\"}\n"};
                            }});

}  // namespace
}  // namespace bora::fuzz
