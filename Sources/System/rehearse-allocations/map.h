// The kernel's mmap, of which nothing is counted: that of the C library is what programs call, and so it
// is ours.
#pragma once
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// A variadic function takes what it is given: of an `int` on the stack, where the last of these goes, the
// upper half is chance. So each is made as long as the kernel reads it.
static inline void *map(void *address, size_t length, int access, int flags, int file, off_t offset) {
  return (void *)syscall(SYS_mmap, address, length, (long)access, (long)flags, (long)file, offset);
}
