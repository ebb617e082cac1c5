// rehearse-allocations: counts exactly what a program allocates. It is loaded before all other
// libraries (LD_PRELOAD), so that malloc and the like are called here, also by C++'s `new` and for
// Swift's objects.
//
// Sizes are those that the program asked for. To know them when a block is freed, each block is 16
// bytes longer, and ends with its size. The block itself is where the allocator put it, so anyone
// with its address may free it; blocks allocated elsewhere are recognised by their ends.
#define _GNU_SOURCE
#include "CAllocationPage.h"
#include "block.h"
#include "files.h"
#include "handover.h"
#include "map.h"
#include "programs.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "stacks.h"

// The package manager links through Swift's compiler, which puts Swift's library before all of our
// options. Only this comes earlier: unused libraries must not be loaded.
__asm__(".section .swift1_autolink_entries,\"e\",@progbits\n.asciz \"-Wl,--as-needed\"\n.previous");

#define EXPORTED __attribute__((visibility("default")))
#define UNLIKELY(condition) __builtin_expect(condition, 0)

// Used from the first call on; moves into the file as soon as there is one.
static union {
  struct allocation_page page;
  char bytes[ALLOCATION_PAGE_SIZE];
} memory __attribute__((aligned(65536)));
#define page memory.page
_Static_assert(sizeof(struct allocation_slot) % 64 == 0, "threads share no line of the cache");
_Static_assert(offsetof(struct allocation_page, slot) % 64 == 0, "nor with the page's head");

// Counting

static __thread struct allocation_slot *own __attribute__((tls_model("initial-exec")));

static struct allocation_slot *take_slot(void) {
  uint64_t number = __atomic_fetch_add(&page.slots, 1, __ATOMIC_RELAXED);
  return own = &page.slot[number < ALLOCATION_SLOTS ? number : ALLOCATION_SLOTS - 1];
}

static inline struct allocation_slot *own_slot(void) {
  return UNLIKELY(own == NULL) ? take_slot() : own;
}

static inline void add(struct allocation_slot *slot, uint64_t *counter, uint64_t amount) {
  if (UNLIKELY(slot == &page.slot[ALLOCATION_SLOTS - 1]))
    __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
  else
    __atomic_store_n(counter, *counter + amount, __ATOMIC_RELAXED);
}

static inline int64_t add_live(int64_t amount) {
  if (!__libc_single_threaded) return __atomic_add_fetch(&page.live_bytes, amount, __ATOMIC_RELAXED);
  __atomic_store_n(&page.live_bytes, page.live_bytes + amount, __ATOMIC_RELAXED);
  return page.live_bytes;
}

// Set while a thread allocates for the kit that drives the app, not for the app. Such blocks are
// marked by a bit of their size, and are counted neither now nor when freed.
static __thread bool is_left_out __attribute__((tls_model("initial-exec")));
#define LEFT_OUT ((size_t)1 << 47)

// Called by the kits, which look it up by name.
EXPORTED void rehearse_allocations_leave_out(bool leave_out) { is_left_out = leave_out; }

static inline void count_block(size_t size) {
  struct allocation_slot *slot = own_slot();
  add(slot, &slot->allocations[allocation_class(size)], 1);
  add(slot, &slot->allocated_bytes, size);
  int64_t live = add_live((int64_t)size);
  int64_t peak = allocation_page_peak(&page);
  while (live > peak && !__atomic_compare_exchange_n(&page.peak_bytes, &peak, live, true,
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

static inline void count_free(size_t size) {
  if (UNLIKELY(size & LEFT_OUT)) return;
  struct allocation_slot *slot = own_slot();
  add(slot, &slot->frees[allocation_class(size)], 1);
  add(slot, &slot->freed_bytes, size);
  add_live(-(int64_t)size);
}

// The allocator behind

static struct {
  void *(*malloc)(size_t);
  void (*free)(void *);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*memalign)(size_t, size_t);
  size_t (*usable)(void *);
} next;

// What the look-up itself allocates in some C libraries; it is never freed.
static struct {
  _Alignas(16) char bytes[16384];
  size_t used;
  bool in_use;
} early;

static void *early_block(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (size > sizeof early.bytes - early.used) abort();
  early.used += size;
  return early.bytes + early.used - size;
}

static inline bool is_early(const void *block) {
  return (const char *)block >= early.bytes && (const char *)block < early.bytes + sizeof early.bytes;
}

static void *find(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

static void find_allocator(void) {
  early.in_use = true;
  next.free = (void (*)(void *))find("free");
  next.calloc = (void *(*)(size_t, size_t))find("calloc");
  next.realloc = (void *(*)(void *, size_t))find("realloc");
  next.memalign = (void *(*)(size_t, size_t))find("memalign");
  next.usable = (size_t(*)(void *))find("malloc_usable_size");
  next.malloc = (void *(*)(size_t))find("malloc");
  early.in_use = false;
}

// Whether there is none yet because it is being looked up.
static inline bool is_early_call(void) {
  if (UNLIKELY(next.malloc == NULL)) {
    if (early.in_use) return true;
    find_allocator();
  }
  return false;
}

static inline void *seal(void *block, size_t size) {
  if (UNLIKELY(block == NULL)) return NULL;
  uint64_t *end = end_of(block, next.usable(block));
  if (UNLIKELY(is_left_out)) {
    *end = sealed(block, size | LEFT_OUT);
    end[-1] = 0;
    return block;
  }
  *end = sealed(block, size);
  end[-1] = UNLIKELY(stacks_record) ? stacks_count(size) : 0;
  count_block(size);
  return block;
}

// Whether the block was ours; its mark is removed.
static inline bool unseal(void *block, size_t *size) {
  size_t usable = next.usable(block);
  if (usable < END) return false;
  uint64_t *end = end_of(block, usable);
  *size = *end & 0xffffffffffff;
  if (*end != sealed(block, *size) || (*size & ~LEFT_OUT) > usable - END) return false;
  *end = 0;
  if (UNLIKELY(stacks_record) && !(*size & LEFT_OUT)) stacks_free(end[-1], *size);
  return true;
}

static void *too_large(void) {
  errno = ENOMEM;
  return NULL;
}

// What programs call. These are inner names, because a program may have its own functions with the
// outer names.

static void *counted_malloc(size_t size) {
  if (UNLIKELY(is_early_call())) return early_block(size);
  if (UNLIKELY(is_too_large(size))) return too_large();
  return seal(next.malloc(extended(size)), size);
}

static void counted_free(void *block) {
  if (block == NULL || UNLIKELY(is_early(block)) || UNLIKELY(is_early_call())) return;
  size_t size;
  if (unseal(block, &size)) {
    count_free(size);
  } else {
    struct allocation_slot *slot = own_slot();
    add(slot, &slot->strangers, 1);
  }
  next.free(block);
}

static void *counted_calloc(size_t count, size_t each) {
  const void *caller = __builtin_return_address(0);
  // It is read here, before the compiler moves what follows into a function of its own.
  __asm__ volatile("" : "+r"(caller));
  size_t size;
  if (__builtin_mul_overflow(count, each, &size) || is_too_large(size)) return too_large();
  // Early memory has not been used before.
  if (UNLIKELY(is_early_call())) return early_block(size);
  bool before = is_left_out;
  if (UNLIKELY(size == HANDOVER_SIZE) && is_handover(caller, is_left_out)) is_left_out = true;
  void *block = seal(next.calloc(1, extended(size)), size);
  is_left_out = before;
  return block;
}

// A resized block counts as a new one and a freed one, wherever it is afterwards.
static void *counted_realloc(void *block, size_t size) {
  if (block == NULL) return counted_malloc(size);
  if (size == 0) {
    counted_free(block);
    return NULL;
  }
  if (is_too_large(size)) return too_large();
  if (UNLIKELY(is_early(block))) {
    void *copy = counted_malloc(size);
    size_t most = (size_t)(early.bytes + sizeof early.bytes - (char *)block);
    return copy == NULL ? NULL : memcpy(copy, block, size < most ? size : most);
  }
  size_t before;
  bool was_counted = unseal(block, &before);
  void *moved = next.realloc(block, extended(size));
  if (moved == NULL) {
    // Its call path is no longer known.
    if (was_counted) {
      *end_of(block, next.usable(block)) = sealed(block, before);
      end_of(block, next.usable(block))[-1] = 0;
    }
    return NULL;
  }
  if (was_counted) {
    count_free(before);
  } else {
    struct allocation_slot *slot = own_slot();
    add(slot, &slot->strangers, 1);
  }
  return seal(moved, size);
}

static void *counted_reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) return too_large();
  return counted_realloc(block, size);
}

static void *counted_memalign(size_t alignment, size_t size) {
  if (UNLIKELY(is_early_call()) || is_too_large(size)) return too_large();
  return seal(next.memalign(alignment, extended(size)), size);
}

static void *counted_aligned_alloc(size_t alignment, size_t size) {
  return counted_memalign(alignment, size);
}

static int counted_posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || __builtin_popcountll(alignment) != 1) return EINVAL;
  int before = errno;
  void *aligned = counted_memalign(alignment, size);
  errno = before;
  if (aligned == NULL) return ENOMEM;
  *block = aligned;
  return 0;
}

static void *counted_valloc(size_t size) { return counted_memalign((size_t)getpagesize(), size); }

static void *counted_pvalloc(size_t size) {
  size_t unit = (size_t)getpagesize();
  return is_too_large(size) ? too_large() : counted_valloc((size + unit - 1) / unit * unit);
}

// The same as without the counter, because a Swift array asks for it and fills it.
static size_t counted_usable_size(void *block) {
  if (block == NULL || is_early(block)) return 0;
  size_t usable = is_early_call() ? 0 : next.usable(block);
  if (usable < END) return usable;
  uint64_t end = *end_of(block, usable);
  return end == sealed(block, end & 0xffffffffffff) ? usable - END : usable;
}

static void *counted_mmap(void *address, size_t length, int access, int flags, int file, off_t offset) {
  void *memory = map(address, length, access, flags, file, offset);
  if (memory != MAP_FAILED && flags & MAP_ANONYMOUS) {
    struct allocation_slot *slot = own_slot();
    add(slot, &slot->mappings, 1);
    add(slot, &slot->mapped_bytes, length);
  }
  return memory;
}

#define CALLED(result, name, inner, ...) \
  EXPORTED result name(__VA_ARGS__) __attribute__((alias(#inner)));

CALLED(void *, malloc, counted_malloc, size_t)
CALLED(void, free, counted_free, void *)
CALLED(void *, calloc, counted_calloc, size_t, size_t)
CALLED(void *, realloc, counted_realloc, void *, size_t)
CALLED(void *, reallocarray, counted_reallocarray, void *, size_t, size_t)
CALLED(void *, memalign, counted_memalign, size_t, size_t)
CALLED(void *, aligned_alloc, counted_aligned_alloc, size_t, size_t)
CALLED(int, posix_memalign, counted_posix_memalign, void **, size_t, size_t)
CALLED(void *, valloc, counted_valloc, size_t)
CALLED(void *, pvalloc, counted_pvalloc, size_t)
CALLED(size_t, malloc_usable_size, counted_usable_size, void *)
CALLED(void *, mmap, counted_mmap, void *, size_t, int, int, int, off_t)
CALLED(void *, mmap64, counted_mmap, void *, size_t, int, int, int, off_t)

uint64_t note_start(pid_t process, char reason, const char *path) {
  uint64_t number = __atomic_fetch_add(&page.starts, 1, __ATOMIC_RELAXED);
  if (number >= ALLOCATION_STARTS) return number;
  struct allocation_start *start = &page.start[number];
  start->reason = reason;
  snprintf(start->path, sizeof start->path, "%s", path);
  __atomic_store_n(&start->process, process, __ATOMIC_RELEASE);
  return number;
}

void note_started(uint64_t number, pid_t process) {
  if (number < ALLOCATION_STARTS)
    __atomic_store_n(&page.start[number].process, process, __ATOMIC_RELEASE);
  else if (process < 0)
    __atomic_fetch_add(&page.failed_starts, 1, __ATOMIC_RELAXED);
}

// The file

static const char *folder;

// Replaces the page by a new file. If that fails, it becomes private memory: a child must not count
// in its parent's page. The parent has noted the child, or this notes it now.
//
// - content: how the file begins, without a mark.
// - Returns: its path; nil if it could not be made.
static const char *count_in_file(const void *content, size_t length) {
  static char path[4096];
  int file = -1;
  for (int number = 0; file < 0 && number < 10000; number++) {
    snprintf(path, sizeof path, "%s/%d-%d", folder, (int)getpid(), number);
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0 && errno != EEXIST) break;
  }
  bool is_whole = file >= 0 && take_room(file, sizeof memory) &&
                  write(file, content, length) == (ssize_t)length &&
                  map(&memory, sizeof memory, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_FIXED, file, 0) == &memory;
  if (file >= 0) {
    close(file);
    if (!is_whole) unlink(path);
  }
  if (!is_whole) return NULL;
  __atomic_store_n(&page.mark, ALLOCATION_MARK, __ATOMIC_RELEASE);
  return path;
}

// Begins with only the bytes that the parent held.
static void count_child(void) {
  struct {
    char bytes[offsetof(struct allocation_page, slot)];
  } content;
  struct allocation_page *head = (struct allocation_page *)&content;
  int before = errno;
  memcpy(&content, &page, sizeof content);
  head->mark = head->is_program = head->starts = head->failed_starts = 0;
  head->peak_bytes = head->live_bytes;
  const char *path = count_in_file(&content, sizeof content);
  if (path == NULL) {
    // The page is still the parent's.
    note_start(getpid(), 'f', own_program());
    map(&memory, sizeof memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
        0);
  }
  stacks_in_child(path);
  errno = before;
}

// A program may have its own malloc, which takes precedence. Its address tells nothing: it may be a
// jump to ours.
static void look_for_another(void) {
  void *(*allocate)(size_t) = (void *(*)(size_t))dlsym(RTLD_DEFAULT, "malloc");
  if (allocate == counted_malloc) return;
  struct allocation_slot *slot = own_slot();
  uint64_t before = slot->allocations[1];
  void *block = allocate(16);
  if (slot->allocations[1] != before) {
    counted_free(block);
    slot->allocations[1]--, slot->frees[1]--;
    slot->allocated_bytes -= 16, slot->freed_bytes -= 16;
    return;
  }
  Dl_info info = {0};
  dladdr((void *)allocate, &info);
  snprintf(page.other, sizeof page.other, "%s", info.dli_fname == NULL ? "?" : info.dli_fname);
}

__attribute__((constructor)) static void begin(void) {
  folder = getenv(ALLOCATION_FOLDER);
  if (folder == NULL || *folder != '/') return;
  look_for_another();
  page.is_program = 1;
  const char *path =
      count_in_file(&page, offsetof(struct allocation_page, slot[allocation_page_threads(&page)]));
  if (path != NULL) stacks_begin(path);
  pthread_atfork(NULL, NULL, count_child);
}
