// Memory for the time before there is an allocator.
#pragma once
#include <stdbool.h>
#include <stdlib.h>

// What the look-up itself allocates in some C libraries; it is never freed.
static struct {
  _Alignas(16) char bytes[16384];
  size_t used;
  bool in_use;
} early;

static inline void *early_block(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (size > sizeof early.bytes - early.used) abort();
  early.used += size;
  return early.bytes + early.used - size;
}

static inline bool is_early(const void *block) {
  return (const char *)block >= early.bytes && (const char *)block < early.bytes + sizeof early.bytes;
}
