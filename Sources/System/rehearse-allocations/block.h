// The end of a block: the number of its call path, its size, and a mark that it is ours.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { END = 16, LEAST = 24 };

// At least as long as glibc's smallest block, which grows as much as all others.
static inline size_t extended(size_t size) { return (size < LEAST ? LEAST : size) + END; }

static inline bool is_too_large(size_t size) { return size > PTRDIFF_MAX - 65536; }

static inline uint64_t *end_of(void *block, size_t usable) {
  return (uint64_t *)((char *)block + usable) - 1;
}

static inline uint64_t sealed(const void *block, size_t size) {
  return ((uint64_t)(uintptr_t)block >> 4 | 1) * 0x9e3779b97f4a7c15 << 48 ^ (size & 0xffffffffffff);
}
