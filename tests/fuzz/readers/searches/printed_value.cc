// Outputs of a program that is tuned.
#include "fuzz/reader.h"
#include "tuning/trials/value_reader.h"

namespace bora::fuzz {
namespace {

const Registration printed_value({"printed_value",
                                  [](std::string_view bytes) {
                                    static const std::vector<ValueReader> rules{
                                        ValueReader("last-line"), ValueReader("json:loss.test"),
                                        ValueReader("regex:loss *= *([0-9.]*)")};
                                    if (bytes.empty()) return;
                                    const auto rule = static_cast<unsigned char>(bytes[0]) % rules.size();
                                    rules[rule].read(std::string(bytes.substr(1)));
                                  },
                                  [] {
                                    return std::vector<std::string>{
                                        std::string(1, '\0') + "epoch 1\n 0.25 \n",
                                        "\1noise\n{\"loss\": {\"test\": 0.5,\n\"train\": NaN}}\n",
                                        "\2loss = 3\nloss= 4.5\n"};
                                  }});

}  // namespace
}  // namespace bora::fuzz
