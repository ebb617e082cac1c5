// The blocks by which libdispatch hands work from one thread to another.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// libdispatch keeps the blocks by which one thread hands work to another, up to 1,024 a thread, so
// each hand-over seems to retain one. It asks for them at one place of its code, which the kit's own
// hand-overs show: the second time that the kit asks from the same place, the place is known.
#define HANDOVER_SIZE 64
static struct {
  const void *seen;
  const void *known;
} handover;

static inline bool is_in_libdispatch(const void *code) {
  Dl_info info;
  return dladdr(code, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "libdispatch.so");
}

static inline bool is_handover(const void *caller, bool is_left_out) {
  if (caller == __atomic_load_n(&handover.known, __ATOMIC_RELAXED)) return true;
  if (!is_left_out || !is_in_libdispatch(caller)) return false;
  if (__atomic_exchange_n(&handover.seen, caller, __ATOMIC_RELAXED) == caller)
    __atomic_store_n(&handover.known, caller, __ATOMIC_RELAXED);
  return false;
}
