// Work whose cost is known, by what the process that does it counts itself.
#pragma once

#include <stdio.h>

// Memory that is resident, bytes, as the kernel adds it up page by page; its counters, which are
// what others read, are batched for each CPU.
struct memory {
  long long resident;
  // Pages that processes share counted in part, so that all processes' sum is right.
  long long proportional;
};
struct memory memory_now(void);
struct memory memory_plus(struct memory a, struct memory b);

// What was done, of this process and the children that it waited for.
struct truth {
  // The greatest at one time; its `resident` of one process alone is `largest`.
  struct memory peak;
  long long largest;
  long long written;
};

// Takes memory from the kernel, writes to each page, holds it, and gives it back.
struct truth work_spike(long long megabytes, long long milliseconds);
// Computes until each thread's own clock has gone on by so much.
struct truth work_burn(long long milliseconds, long long threads);
// Writes zeros into a new file, waits for the disk, and removes the file.
struct truth work_write(const char *path, long long bytes);
// Processes that each hold memory for a time, all at once or one after the other.
struct truth work_tree(int at_once, int count, long long megabytes, long long milliseconds);

// From where CPU time and page faults are counted; the process's start unless called.
void truth_begin(void);
// Appends a line of JSON: the work, and CPU time and page faults up to now.
void truth_append(const struct truth *truth, const char *path);

// Ends the process with what went wrong, unless `is_right`.
void require(int is_right, const char *what);
