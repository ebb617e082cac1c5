#ifndef CPROCESSORCOUNTER_H
#define CPROCESSORCOUNTER_H

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The kernel's counters, mostly the processor's own: perf_event_open(2), which the C library lacks.
// It is only a header, so that programs without the C library's variables can use it too.

/// The event to count: a type and a number from <linux/perf_event.h>.
struct processor_event {
  uint32_t type;
  uint64_t number;
};

/// Instructions, counted by the processor.
static inline struct processor_event processor_event_instructions(void) {
  return (struct processor_event){PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS};
}

/// Page faults, counted by the kernel: exactly repeatable, and available without the processor's
/// counters.
static inline struct processor_event processor_event_page_faults(void) {
  return (struct processor_event){PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS};
}

/// Opens a stopped counter for a thread (0 for the caller) in user mode, and for all threads and
/// processes that it starts from here on.
/// - from_execution: whether it starts in each of these when it executes a program.
/// Returns a descriptor, or a negative errno.
static inline int processor_counter_open(struct processor_event event, pid_t thread,
                                         bool from_execution) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = event.type;
  attributes.config = event.number;
  attributes.disabled = 1;
  attributes.inherit = 1;
  attributes.enable_on_exec = from_execution;
  // Only the program's own work; the kernel's share needs a lower perf_event_paranoid.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long counter = syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter < 0 ? -errno : (int)counter;
}

/// The calling thread.
static inline pid_t processor_counter_own_thread(void) { return (pid_t)syscall(SYS_gettid); }

/// Resumes counting. Returns 0 or an errno.
static inline int processor_counter_start(int counter) {
  return ioctl(counter, PERF_EVENT_IOC_ENABLE, 0UL) < 0 ? errno : 0;
}

/// Pauses counting. Returns 0 or an errno.
static inline int processor_counter_stop(int counter) {
  return ioctl(counter, PERF_EVENT_IOC_DISABLE, 0UL) < 0 ? errno : 0;
}

/// Reads the count of the thread and all that it started. Returns 0 or an errno: EBUSY if it did
/// not count all the time, because more counters were requested than exist.
static inline int processor_counter_read(int counter, uint64_t *count) {
  struct {
    uint64_t count, enabled, running;
  } reading;
  ssize_t size = read(counter, &reading, sizeof reading);
  if (size != (ssize_t)sizeof reading) return size < 0 ? errno : EIO;
  if (reading.running != reading.enabled) return EBUSY;
  *count = reading.count;
  return 0;
}

#endif
