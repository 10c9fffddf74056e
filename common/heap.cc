#include "common/heap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace bora {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMegabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);  // the largest that glibc accepts
  mallopt(M_TRIM_THRESHOLD, 256 * kMegabyte);
#endif
}

}  // namespace bora
