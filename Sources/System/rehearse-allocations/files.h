// Room for files that are mapped.
#pragma once
#include <fcntl.h>
#include <stdbool.h>
#include <sys/resource.h>

// Takes so much of the file system for a file, from its start: where that were full when a page of it is
// written first, the program and the harness would be ended by a signal. So would be who asks for more than
// a process's limit allows.
static inline bool take_room(int file, size_t length) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < length) return false;
  return posix_fallocate(file, 0, (off_t)length) == 0;
}
