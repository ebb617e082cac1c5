#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// On which CPUs a thread may run: the C library's calls for it are GNU's own, and Swift's module of
// it leaves them out. A mask has bit N % 8 of byte N / 8 for CPU N; a thread of 0 is the one that
// calls. Each returns 0 or an errno.

int affinity_get(pid_t thread, uint8_t *mask, size_t size);
int affinity_set(pid_t thread, const uint8_t *mask, size_t size);
