// Answers of a server that are no answers: status, a header, and the body.
#include "common/number.h"
#include "fuzz/reader.h"
#include "models/victims/remote/http_client.h"

namespace bora::fuzz {
namespace {

const Registration http(
    {"http",
     [](std::string_view bytes) {
       const auto files = parts(bytes, 3);
       check_status({to_number<int>(files[0]).value_or(500),
                     files[2],
                     {{"retry-after", files[1]}, {"location", files[1]}, {"content-encoding", files[1]}}});
     },
     [] {
       return std::vector{joined({"404", "", R"({"error": {"message": "no such model"}})"}),
                          joined({"503", "2.5", "<html>\nbusy"}), joined({"200", "gzip", ""}),
                          joined({"200", "", ""}), joined({"302", "http://elsewhere/", ""})};
     }});

}  // namespace
}  // namespace bora::fuzz
