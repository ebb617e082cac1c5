#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Calls about single threads that are GNU extensions, which Swift's glibc module omits. Each function returns 0 or an
// errno.

// The CPUs on which a thread may run. In a mask, CPU N has bit N % 8 of byte N / 8; thread 0 is the caller.
int affinity_get(pid_t thread, uint8_t *mask, size_t size);
int affinity_set(pid_t thread, const uint8_t *mask, size_t size);

// Sends a signal to one thread of a process.
int thread_signal(pid_t process, pid_t thread, int signal);
