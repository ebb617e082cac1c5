// Reserves space for mapped files.
#pragma once
#include <fcntl.h>
#include <stdbool.h>
#include <sys/resource.h>

// Reserves space in the file system for the start of a file. If the file system were full at the
// first write to a page, a signal would end the program and the harness. The same holds for
// exceeding a process's limit.
static inline bool take_room(int file, size_t length) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < length) return false;
  return posix_fallocate(file, 0, (off_t)length) == 0;
}
