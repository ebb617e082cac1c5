// The kernel's mmap, uncounted: programs call the C library's mmap, which is ours.
#pragma once
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// A variadic function takes arguments as they are: if the last of these, on the stack, is an `int`,
// its upper half is random. So each is given the length that the kernel reads.
static inline void *map(void *address, size_t length, int access, int flags, int file, off_t offset) {
  return (void *)syscall(SYS_mmap, address, length, (long)access, (long)flags, (long)file, offset);
}
