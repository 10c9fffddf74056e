// Memory of SQLite in the program of libFuzzer.
#pragma once

#include "common/layers.h"

namespace bora::fuzz {

/// Gives SQLite its small blocks from lists of free blocks, since half of the time of a reader of databases
/// would be spent on them in AddressSanitizer's allocator. Bytes that SQLite does not use stay poisoned, and
/// large blocks, such as long values, still come from AddressSanitizer. Leaks of small blocks are not seen:
/// the test fuzz/replay looks for them. Must be called before SQLite is used, and by a program that uses it
/// in one thread.
void give_sqlite_small_blocks();

}  // namespace bora::fuzz
