// What `rehearse-allocations`, a library loaded before all others, counts for one process: a file
// that the process and the harness map, so that the harness can read it at the ends of steps
// without waking the process.
//
// Each process has its own file, `PID-N` in the folder named by the environment. N is 0 for the
// first program of the process, and one more for each program that it executes in its own place.
// After a fork, the child counts in its own file, which begins with the bytes that it inherited.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALLOCATION_FOLDER "REHEARSE_ALLOCATIONS"

enum {
  // Sizes in a class differ by less than 16 bytes up to 1 KiB, and by less than a factor of two
  // above.
  ALLOCATION_CLASSES = 104,
  // Threads with their own slot; all others share the last one.
  ALLOCATION_SLOTS = 64,
  // A multiple of the memory page size, if that is at most 64 KiB.
  ALLOCATION_PAGE_SIZE = 131072,
  // Started programs whose names are kept; more are only counted.
  ALLOCATION_STARTS = 64,
};

// Marks the page of a counting process; each layout has its own number.
static const uint64_t ALLOCATION_MARK = 0x5248414c4c4f4302;

// Counts of one thread. Only that thread writes here, so it has its own cache lines.
struct allocation_slot {
  uint64_t allocations[ALLOCATION_CLASSES];
  uint64_t frees[ALLOCATION_CLASSES];
  uint64_t allocated_bytes;
  uint64_t freed_bytes;
  // Blocks that were freed but never counted.
  uint64_t strangers;
  // Anonymous memory that the program mapped itself.
  uint64_t mappings;
  uint64_t mapped_bytes;
  uint64_t unused[3];
};

// A program that a process executed or started. If it counts, it has its own page from its start;
// otherwise its allocations are unknown.
struct allocation_start {
  // The process that will run it; 0 if unknown, negative if it did not start.
  int32_t process;
  // Why it will not count, as in programs.h; 0 if no reason is known.
  char reason;
  char path[251];
};

struct allocation_page {
  // 0 until the process counts.
  uint64_t mark;
  // Slots taken by threads; may exceed the number of slots.
  uint64_t slots;
  // The file whose malloc is called instead of the counting one; empty if there is none.
  char other[256];
  // 1 if the page is of an executed program, 0 if of a fork.
  uint64_t is_program;
  // Programs that the process executed or started; may exceed the number of entries.
  uint64_t starts;
  // How many of those without an entry did not start.
  uint64_t failed_starts;
  uint64_t unused[3];
  // The requested sizes.
  int64_t live_bytes;
  // The peak since the harness set it to 0.
  int64_t peak_bytes;
  uint64_t unused_either[6];
  struct allocation_slot slot[ALLOCATION_SLOTS];
  struct allocation_start start[ALLOCATION_STARTS];
};

// The class of a size: 0 for none, then one class per 16 bytes up to 1024, then one per power of
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

// Adds up all threads.
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

// The number of started programs whose names are kept.
static inline unsigned allocation_page_named_starts(const struct allocation_page *page) {
  uint64_t starts = __atomic_load_n(&page->starts, __ATOMIC_ACQUIRE);
  return starts < ALLOCATION_STARTS ? (unsigned)starts : ALLOCATION_STARTS;
}

// The number of those that are only counted.
static inline uint64_t allocation_page_other_starts(const struct allocation_page *page) {
  uint64_t starts = __atomic_load_n(&page->starts, __ATOMIC_ACQUIRE);
  uint64_t failed = __atomic_load_n(&page->failed_starts, __ATOMIC_ACQUIRE);
  return starts < ALLOCATION_STARTS + failed ? 0 : starts - ALLOCATION_STARTS - failed;
}

// The process of one whose name is kept.
static inline int32_t allocation_page_start_process(const struct allocation_page *page, unsigned number) {
  return __atomic_load_n(&page->start[number].process, __ATOMIC_ACQUIRE);
}

static inline char allocation_page_start_reason(const struct allocation_page *page, unsigned number) {
  return page->start[number].reason;
}

// Its path, at most 251 bytes; a shorter one ends with 0.
static inline const char *allocation_page_start_path(const struct allocation_page *page, unsigned number) {
  return page->start[number].path;
}

// Restarts the peak: it is what is live from now on, or more.
static inline void allocation_page_restart_peak(struct allocation_page *page) {
  __atomic_store_n(&page->peak_bytes, 0, __ATOMIC_RELAXED);
}
