#ifndef CKERNELTRIALS_H
#define CKERNELTRIALS_H

#include <stdint.h>

// Tries what needs the kernel's permission. Each leaves everything as it was, and returns 0 where
// it worked, else an errno. They are here because Swift can't call syscall(2), which is variadic.

/// Switches the randomisation of addresses off for this thread, and back.
int kernel_probe_fixed_addresses(void);

/// Asks for time slices of this length on a thread that ends at once. ENOTSUP where the kernel
/// takes the wish, but does not keep it, as before Linux 6.12.
int kernel_probe_time_slice(uint64_t nanoseconds);

/// Opens a counter of this process's own instructions in user mode, and closes it.
int kernel_probe_instruction_counter(void);

/// Makes each system call that Rehearse and Swift's libraries can't do without, so that it does
/// nothing. Returns 0 where all are allowed, else an errno, with the call's name in `name`.
int kernel_probe_needed_calls(const char **name);

/// Starts so many threads at once, 16 at most, which end at once.
int kernel_probe_threads(int count);

#endif
