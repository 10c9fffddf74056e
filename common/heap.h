// Settings of the heap.
#pragma once

namespace bora {

/// Lets the process keep the memory that it frees, up to 256 MB, and serve blocks of up to 32 MB from it. By
/// default glibc returns large blocks to the system at once, and each new one costs a page fault for every
/// 4 KB: a quarter of the time of attacks on images of 3 x 224 x 224. Has an effect only with glibc.
void keep_freed_memory();

}  // namespace bora
