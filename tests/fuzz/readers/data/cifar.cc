// CIFAR-10: a batch of images, and the names of the classes.
#include "data/images/cifar.h"

#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const Registration cifar({"cifar",
                          [](std::string_view bytes) {
                            const auto files = parts(bytes, 2);
                            file_of("batches.meta.txt", files[0]);
                            file_of("test_batch.bin", files[1]);
                            check(load_cifar(folder(), Part::test));
                          },
                          [] {
                            return std::vector{joined({"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n",
                                                       std::string(1, '\3') + std::string(3072, 'x')})};
                          }});

}  // namespace
}  // namespace bora::fuzz
