// Output of a program that is a victim: a greeting and an answer.
#include "fuzz/reader.h"
#include "models/victims/remote/process_protocol.h"

namespace bora::fuzz {
namespace {

const Registration process(
    {"process",
     [](std::string_view bytes) {
       const auto lines = parts(bytes, 2);
       parse_answer_size(lines[1], 1, 3);
       parse_greeting(lines[0]);
     },
     [] {
       return std::vector{
           joined(
               {R"({"bora": 1, "name": "m", "version": "2", "shape": [1, 28, 28], "layout": "nhwc", "kind": "logits", "classes": 10, "top": 3})"
                "\n",
                R"({"id": 1, "rows": 3, "columns": 10})"
                "\n0123"}),
           joined({R"({"bora": 1, "kind": "labels", "classes": 10})"
                   "\n",
                   R"({"id": 1, "error": "no memory"})"
                   "\n"})};
     }});

}  // namespace
}  // namespace bora::fuzz
