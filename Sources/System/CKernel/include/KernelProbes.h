#ifndef KERNEL_PROBES_H
#define KERNEL_PROBES_H

#include <stdint.h>

// Tries operations that need the kernel's permission. Each leaves everything as it was, and returns
// 0 on success, otherwise an errno. They are in C because Swift can't call the variadic syscall(2).

/// Switches address randomisation off for this thread, and back on.
int kernel_probe_fixed_addresses(void);

/// Requests time slices of this length on a thread that ends at once. Returns ENOTSUP if the kernel
/// accepts the request but ignores it, as before Linux 6.12.
int kernel_probe_time_slice(uint64_t nanoseconds);

/// The priority in the real-time class of this process while it measures runs of that class, which have less.
#define REAL_TIME_PRIORITY 20

/// Moves a thread, which ends at once, into the real-time class at that priority.
int kernel_probe_real_time(void);

/// Opens a counter of this process's own instructions in user mode, and closes it.
int kernel_probe_instruction_counter(void);

/// Makes each system call that Rehearse and Swift's libraries need, in a way that does nothing.
/// Returns 0 if all are allowed, otherwise an errno, with the call's name in `name`.
int kernel_probe_needed_calls(const char **name);

/// Starts this many threads at once, at most 16, which end at once.
int kernel_probe_threads(int count);

#endif
