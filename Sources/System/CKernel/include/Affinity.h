#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The CPUs on which a thread may run. The C library's calls for this are GNU extensions, which
// Swift's glibc module omits. In a mask, CPU N has bit N % 8 of byte N / 8; thread 0 is the caller.
// Each function returns 0 or an errno.

int affinity_get(pid_t thread, uint8_t *mask, size_t size);
int affinity_set(pid_t thread, const uint8_t *mask, size_t size);
