// Who allocates: the calls that lead to each block, found by the unwinder that all C++ and Swift
// programs have. Each path is stored once, in a table in a file that the harness reads.
//
// Only the unwinder's first call and the names of types allocate here; their blocks are not in the
// table.
#define _GNU_SOURCE
#include "stacks.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "CAllocationStacks.h"
#include "files.h"
#include "map.h"

#define UNLIKELY(condition) __builtin_expect(condition, 0)
#define OWN __thread __attribute__((tls_model("initial-exec")))

bool stacks_record;

static struct stack_header *table;
// The maximum size of the file, and how much of it is reserved in the file system.
static size_t table_size, room;
static char table_path[4096];
// Whether the table is the parent's because this process has none: its allocations count there as
// lost.
static bool is_parents;
static OWN bool is_inside;

static inline uint32_t *table_index(void) { return (uint32_t *)(table + 1); }
static const size_t first_entry = sizeof(struct stack_header) + STACK_INDEX * sizeof(uint32_t);

static inline struct stack_entry *entry(uint64_t number) {
  return (struct stack_entry *)((char *)table + number * 8);
}

static inline size_t entry_size(size_t depth, size_t name) {
  return sizeof(struct stack_entry) + depth * sizeof(uint64_t) + ((name + 7) & ~(size_t)7);
}

// The calls

typedef _Unwind_Reason_Code walk_function(_Unwind_Trace_Fn, void *);
static walk_function *walk;
static _Unwind_Ptr (*address_of)(struct _Unwind_Context *);

// This library's own calls are left out.
extern const char own_start[] __asm__("__ehdr_start") __attribute__((visibility("hidden")));
extern const char own_end[] __asm__("_end") __attribute__((visibility("hidden")));

struct path {
  uint64_t frames[STACK_DEPTH];
  uint32_t depth;
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *argument) {
  struct path *path = argument;
  _Unwind_Ptr address = address_of(context);
  if (address == 0) return _URC_END_OF_STACK;
  if (address >= (_Unwind_Ptr)own_start && address < (_Unwind_Ptr)own_end) return _URC_NO_REASON;
  path->frames[path->depth++] = address;
  return path->depth < STACK_DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Swift's objects

// The type of the object being allocated.
static OWN const uint64_t *type;

typedef void *allocate_object(const void *, size_t, size_t);
struct type_name {
  const char *text;
  uint64_t length;
};
static allocate_object *next_allocate;
static struct type_name (*name_of_type)(const void *, bool);

// Swift's library may be loaded so that only its caller sees it.
static void *find_for(const void *caller, const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found != NULL) return found;
  Dl_info info;
  if (dladdr(caller, &info) == 0 || info.dli_fname == NULL) return NULL;
  void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library == NULL ? NULL : dlsym(library, name);
}

__attribute__((visibility("default"))) void *swift_allocObject(const void *described, size_t size,
                                                               size_t mask) {
  if (UNLIKELY(next_allocate == NULL)) {
    const void *caller = __builtin_return_address(0);
    name_of_type = (struct type_name(*)(const void *, bool))find_for(caller, "swift_getTypeName");
    next_allocate = (allocate_object *)find_for(caller, "swift_allocObject");
    if (next_allocate == NULL) abort();
  }
  if (!stacks_record || is_inside) return next_allocate(described, size, mask);
  // A kind of 0 is a class; closures' contexts, boxes and tasks have no name.
  type = *(const uint64_t *)described == 0 ? described : NULL;
  void *object = next_allocate(described, size, mask);
  type = NULL;
  return object;
}

// The table

static bool lock;

static void take_lock(void) {
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) sched_yield();
}

static void give_lock(void) { __atomic_clear(&lock, __ATOMIC_RELEASE); }

static uint64_t hash_of(const struct path *path, const void *type) {
  uint64_t hash = (uint64_t)(uintptr_t)type ^ path->depth;
  for (uint32_t i = 0; i < path->depth; i++) {
    hash = (hash ^ path->frames[i]) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

static bool is_of(const struct stack_entry *found, uint64_t hash, const struct path *path,
                  const void *type) {
  return found->hash == hash && found->type == (uint64_t)(uintptr_t)type &&
         found->depth == path->depth &&
         memcmp(found + 1, path->frames, path->depth * sizeof *path->frames) == 0;
}

// - Returns: 0 if there is none.
static uint64_t find(uint64_t hash, const struct path *path, const void *type, uint32_t *place) {
  for (uint32_t i = 0; i < STACK_INDEX; i++) {
    *place = (hash + i) & (STACK_INDEX - 1);
    uint64_t number = __atomic_load_n(&table_index()[*place], __ATOMIC_ACQUIRE);
    if (number == 0 || is_of(entry(number), hash, path, type)) return number;
  }
  return 0;
}

// Reserves more space for the table if necessary, in parts, because a program may have a thousand
// children. A file system that fills up later would end the program.
static bool has_room(size_t size) {
  enum { PART = 1 << 20 };
  if (table->used + size > table_size || table->entries >= STACK_INDEX / 4 * 3) return false;
  if (table->used + size <= room) return true;
  size_t more = room + PART < table_size ? room + PART : table_size;
  int before = errno;
  int file = open(table_path, O_RDWR | O_CLOEXEC);
  bool is_taken = file >= 0 && take_room(file, more);
  if (file >= 0) close(file);
  errno = before;
  if (is_taken) room = more;
  return is_taken;
}

// - Returns: 0 if there is no room.
static uint64_t add(uint64_t hash, const struct path *path, const void *type) {
  struct type_name name = {0};
  if (type != NULL && name_of_type != NULL) name = name_of_type(type, true);
  if (name.text == NULL) name.length = 0;
  if (name.length > STACK_TYPE) name.length = STACK_TYPE;
  size_t frames = path->depth * sizeof *path->frames;
  size_t size = entry_size(path->depth, name.length);
  take_lock();
  uint32_t place;
  uint64_t number = find(hash, path, type, &place);
  if (number == 0 && has_room(size)) {
    number = table->used / 8;
    struct stack_entry *new = entry(number);
    *new = (struct stack_entry){.hash = hash,
                                .type = (uint64_t)(uintptr_t)type,
                                .depth = path->depth,
                                .type_length = (uint32_t)name.length};
    memcpy(new + 1, path->frames, frames);
    memcpy((char *)(new + 1) + frames, name.text, name.length);
    table->entries++;
    __atomic_store_n(&table->used, table->used + size, __ATOMIC_RELEASE);
    __atomic_store_n(&table_index()[place], (uint32_t)number, __ATOMIC_RELEASE);
  }
  give_lock();
  return number;
}

static uint64_t lose(size_t size) {
  __atomic_fetch_add(&table->lost, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&table->lost_bytes, size, __ATOMIC_RELAXED);
  return 0;
}

uint64_t stacks_count(size_t size) {
  if (is_inside) return 0;
  if (UNLIKELY(is_parents)) return lose(size);
  is_inside = true;
  const void *object = type;
  type = NULL;
  struct path path;
  path.depth = 0;
  walk(add_frame, &path);
  uint64_t hash = hash_of(&path, object);
  uint32_t place;
  uint64_t number = find(hash, &path, object, &place);
  if (UNLIKELY(number == 0)) number = add(hash, &path, object);
  if (UNLIKELY(number == 0)) {
    lose(size);
  } else {
    struct stack_entry *found = entry(number);
    __atomic_fetch_add(&found->count, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&found->bytes, size, __ATOMIC_RELAXED);
    __atomic_fetch_add(&found->live, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&found->live_bytes, (int64_t)size, __ATOMIC_RELAXED);
  }
  is_inside = false;
  return number;
}

void stacks_free(uint64_t number, size_t size) {
  if (table == NULL || is_parents || number * 8 < first_entry || number * 8 >= table->used) return;
  __atomic_fetch_sub(&entry(number)->live, 1, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&entry(number)->live_bytes, (int64_t)size, __ATOMIC_RELAXED);
}

// The file

// Makes a table with this much space reserved.
static struct stack_header *make_file(const char *page, size_t filled) {
  char path[sizeof table_path];
  snprintf(path, sizeof path, "%s.stacks", page);
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return NULL;
  void *memory = MAP_FAILED;
  if (take_room(file, filled))
    memory = map(NULL, table_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) {
    unlink(path);
    return NULL;
  }
  memcpy(table_path, path, sizeof path);
  room = filled;
  return memory;
}

// Keeps the mappings beside the table: a short-lived process has ended before anyone looks.
static void keep_maps(const char *page) {
  char path[sizeof table_path], text[4096];
  snprintf(path, sizeof path, "%s.maps", page);
  int from = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  ssize_t length = from < 0 || to < 0 ? -1 : 0;
  while (length >= 0 && (length = read(from, text, sizeof text)) > 0)
    if (write(to, text, (size_t)length) != length) length = -1;
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  if (length < 0) unlink(path);
}

// A child has its parent's mappings.
static void link_maps(const char *parents_table, const char *page) {
  char from[sizeof table_path], to[sizeof table_path];
  int length = (int)(strlen(parents_table) - strlen(".stacks"));
  snprintf(from, sizeof from, "%.*s.maps", length, parents_table);
  snprintf(to, sizeof to, "%s.maps", page);
  if (link(from, to) != 0) return;
}

static bool find_unwinder(void) {
  void *library = dlopen("libgcc_s.so.1", RTLD_LAZY);
  if (library == NULL) return false;
  walk = (walk_function *)dlsym(library, "_Unwind_Backtrace");
  address_of = (_Unwind_Ptr(*)(struct _Unwind_Context *))dlsym(library, "_Unwind_GetIP");
  return walk != NULL && address_of != NULL;
}

void stacks_begin(const char *page) {
  const char *words = getenv(ALLOCATION_STACKS);
  if (words == NULL) return;
  size_t size = strtoull(words, NULL, 10) & ~(size_t)7;
  // An entry's number has 32 bits, and counts units of 8 bytes.
  if (size < first_entry || size > (size_t)UINT32_MAX || !find_unwinder()) return;
  table_size = size;
  table = make_file(page, first_entry);
  if (table == NULL) return;
  table->used = first_entry;
  keep_maps(page);
  __atomic_store_n(&table->mark, STACK_MARK, __ATOMIC_RELEASE);
  stacks_record = true;
}

void stacks_in_child(const char *page) {
  if (!stacks_record) return;
  give_lock();
  is_inside = false;
  // The parent continues to fill its own table.
  size_t used = __atomic_load_n(&table->used, __ATOMIC_ACQUIRE);
  char parents[sizeof table_path];
  memcpy(parents, table_path, sizeof parents);
  struct stack_header *own = page == NULL ? NULL : make_file(page, used);
  if (own == NULL) {
    is_parents = true;
    return;
  }
  link_maps(parents, page);
  // Inherited blocks are freed by their paths' numbers, so the child keeps the paths.
  memcpy(own, table, used);
  munmap(table, table_size);
  table = own;
  is_parents = false;
  table->used = used;
  table->mark = table->lost = table->lost_bytes = 0;
  for (uint64_t place = 0; place < STACK_INDEX; place++)
    // Entries added after the copy was begun.
    if (table_index()[place] * 8ULL >= used) table_index()[place] = 0;
  for (uint64_t place = first_entry; place < used;) {
    struct stack_entry *copy = entry(place / 8);
    copy->count = copy->bytes = 0;
    copy->live = copy->live_bytes = 0;
    place += entry_size(copy->depth, copy->type_length);
  }
  __atomic_store_n(&table->mark, STACK_MARK, __ATOMIC_RELEASE);
}
