// What `rehearse-allocations`, a library that is loaded before all others, counts of one process: a
// file that the process and the harness map, so that the harness reads it at the ends of steps
// without waking the process.
//
// Each process has a file of its own, `PID-N` in the folder that the environment names, N being 0 for
// what it was started as, and one more for each program that it executed in its own place. A process
// that forks has its child count in a file of the child's, which begins with the bytes that it
// inherits.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALLOCATION_FOLDER "REHEARSE_ALLOCATIONS"

enum {
  // Sizes of the same class differ by less than 16 bytes up to 1 KiB, and by less than twice above.
  ALLOCATION_CLASSES = 104,
  // Threads that count apart; all others share the last.
  ALLOCATION_SLOTS = 64,
  // A multiple of the size of a page of memory, wherever that is no greater than 64 KiB.
  ALLOCATION_PAGE_SIZE = 131072,
  // Programs that a process starts and that are known by name; more are only counted.
  ALLOCATION_STARTS = 64,
};

// Of a page whose process counts; another layout has another number.
static const uint64_t ALLOCATION_MARK = 0x5248414c4c4f4302;

// What one thread did. Only it writes here, so it has lines of the cache of its own.
struct allocation_slot {
  uint64_t allocations[ALLOCATION_CLASSES];
  uint64_t frees[ALLOCATION_CLASSES];
  uint64_t allocated_bytes;
  uint64_t freed_bytes;
  // Blocks that were freed without having been counted.
  uint64_t strangers;
  // Anonymous memory that the program mapped itself.
  uint64_t mappings;
  uint64_t mapped_bytes;
  uint64_t unused[3];
};

// A program that a process executed or started. It has a page of its own from its start on; where it has
// none, nothing of what it allocates is known.
struct allocation_start {
  // The process that it is to run as; 0 where that is not known, negative where it did not start.
  int32_t process;
  // Why it will not count, as programs.h has it; 0 where nothing speaks against it.
  char reason;
  char path[251];
};

struct allocation_page {
  // 0 until the process counts.
  uint64_t mark;
  // Slots that threads have taken; it may be more than there are.
  uint64_t slots;
  // The file whose malloc is called in place of the counted one; empty where there is none.
  char other[256];
  // 1 where a program begins with it, 0 where its process was forked.
  uint64_t is_program;
  // Programs that the process executed or started; it may be more than there are entries.
  uint64_t starts;
  // Of those without an entry, how many did not start.
  uint64_t failed_starts;
  uint64_t unused[3];
  // Sizes that were asked for.
  int64_t live_bytes;
  // The greatest since the harness set it to 0.
  int64_t peak_bytes;
  uint64_t unused_either[6];
  struct allocation_slot slot[ALLOCATION_SLOTS];
  struct allocation_start start[ALLOCATION_STARTS];
};

// The class of a size: 0 for none, then one for each 16 bytes up to 1024, then one for each power of
// two.
static inline unsigned allocation_class(size_t size) {
  if (size <= 1024) return (unsigned)((size + 15) / 16);
  unsigned bits = 64 - (unsigned)__builtin_clzll(size - 1);
  return 64 + bits - 10 < ALLOCATION_CLASSES ? 64 + bits - 10 : ALLOCATION_CLASSES - 1;
}

// The greatest size of a class.
static inline uint64_t allocation_class_limit(unsigned number) {
  return number <= 64 ? number * 16ULL : 1ULL << (number - 64 + 10);
}

static inline bool allocation_page_counts(const struct allocation_page *page) {
  return __atomic_load_n(&page->mark, __ATOMIC_ACQUIRE) == ALLOCATION_MARK;
}

static inline unsigned allocation_page_threads(const struct allocation_page *page) {
  uint64_t slots = __atomic_load_n(&page->slots, __ATOMIC_RELAXED);
  return slots < ALLOCATION_SLOTS ? (unsigned)slots : ALLOCATION_SLOTS;
}

// Adds all threads up.
static inline void allocation_page_sum(const struct allocation_page *page, struct allocation_slot *sum) {
  uint64_t *to = (uint64_t *)sum;
  for (size_t i = 0; i < sizeof *sum / sizeof *to; i++) to[i] = 0;
  for (unsigned slot = 0; slot < allocation_page_threads(page); slot++) {
    const uint64_t *from = (const uint64_t *)&page->slot[slot];
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
      to[i] += __atomic_load_n(from + i, __ATOMIC_RELAXED);
  }
}

static inline int64_t allocation_page_live(const struct allocation_page *page) {
  return __atomic_load_n(&page->live_bytes, __ATOMIC_RELAXED);
}

static inline int64_t allocation_page_peak(const struct allocation_page *page) {
  return __atomic_load_n(&page->peak_bytes, __ATOMIC_RELAXED);
}

// Programs that it started, as far as they are known by name.
static inline unsigned allocation_page_named_starts(const struct allocation_page *page) {
  uint64_t starts = __atomic_load_n(&page->starts, __ATOMIC_ACQUIRE);
  return starts < ALLOCATION_STARTS ? (unsigned)starts : ALLOCATION_STARTS;
}

// Those that are only counted.
static inline uint64_t allocation_page_other_starts(const struct allocation_page *page) {
  uint64_t starts = __atomic_load_n(&page->starts, __ATOMIC_ACQUIRE);
  uint64_t failed = __atomic_load_n(&page->failed_starts, __ATOMIC_ACQUIRE);
  return starts < ALLOCATION_STARTS + failed ? 0 : starts - ALLOCATION_STARTS - failed;
}

// The process of one that is known by name.
static inline int32_t allocation_page_start_process(const struct allocation_page *page, unsigned number) {
  return __atomic_load_n(&page->start[number].process, __ATOMIC_ACQUIRE);
}

static inline char allocation_page_start_reason(const struct allocation_page *page, unsigned number) {
  return page->start[number].reason;
}

// Its path, of 251 bytes; one that is no longer ends with 0.
static inline const char *allocation_page_start_path(const struct allocation_page *page, unsigned number) {
  return page->start[number].path;
}

// Lets the peak begin anew: it is what is live from now on, or more.
static inline void allocation_page_restart_peak(struct allocation_page *page) {
  __atomic_store_n(&page->peak_bytes, 0, __ATOMIC_RELAXED);
}
