#include "fuzz/sqlite_memory.h"

#include <sanitizer/asan_interface.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

// Compiled without sanitizers, since the functions read headers, which are poisoned.
namespace bora::fuzz {
namespace {

constexpr int kUnit = 64;  // size of a small block is a multiple of this, with its header
constexpr int kMostUnits = 20;
constexpr int kSlab = 1 << 20;

// Header before each block.
struct alignas(16) Header {
  int size;   // bytes for SQLite
  int units;  // size of a small block; 0: a block of std::malloc
};

struct Blocks {
  std::vector<void*> free[kMostUnits + 1];  // headers of free blocks, by units
  std::vector<void*> slabs;                 // keeps blocks reachable
  char* unused = nullptr;                   // rest of the last slab
  int left = 0;
};

Blocks& blocks() {
  static auto* const all = new Blocks;  // SQLite may free memory after static objects have gone
  return *all;
}

// Returns a poisoned block of so many units.
void* small_block(int units) {
  Blocks& all = blocks();
  if (auto& free = all.free[units]; !free.empty()) {
    void* const block = free.back();
    free.pop_back();
    return block;
  }
  const int bytes = units * kUnit;
  if (all.left < bytes) {
    all.unused = static_cast<char*>(std::malloc(kSlab));
    if (all.unused == nullptr) return nullptr;
    __asan_poison_memory_region(all.unused, kSlab);
    all.slabs.push_back(all.unused);
    all.left = kSlab;
  }
  all.left -= bytes;
  return all.unused + all.left;
}

int size_of(void* block) {
  return block == nullptr ? 0 : (static_cast<Header*>(block) - 1)->size;
}

void* allocate(int size) {
  constexpr int kHeader = sizeof(Header);
  const int needed = (size + kHeader + kUnit - 1) / kUnit;
  const int units = needed <= kMostUnits ? needed : 0;
  void* const made = units > 0 ? small_block(units) : std::malloc(static_cast<std::size_t>(size) + kHeader);
  if (made == nullptr) return nullptr;
  auto* const header = static_cast<Header*>(made);
  header->size = size;
  header->units = units;
  __asan_unpoison_memory_region(header + 1, static_cast<std::size_t>(size));
  return header + 1;
}

void release(void* block) {
  if (block == nullptr) return;
  Header* const header = static_cast<Header*>(block) - 1;
  if (header->units == 0) return std::free(header);
  __asan_poison_memory_region(block, static_cast<std::size_t>(header->size));
  blocks().free[header->units].push_back(header);
}

void* reallocate(void* block, int size) {
  void* const made = allocate(size);
  if (made == nullptr || block == nullptr) return made;
  std::memcpy(made, block, static_cast<std::size_t>(std::min(size, size_of(block))));
  release(block);
  return made;
}

int rounded(int size) {
  return (size + 7) / 8 * 8;
}

}  // namespace

void give_sqlite_small_blocks() {
  static const sqlite3_mem_methods methods{allocate,     release, reallocate,
                                           size_of,      rounded, [](void*) { return SQLITE_OK; },
                                           [](void*) {}, nullptr};
  sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

}  // namespace bora::fuzz
