// The total usage of one run's processes.
#pragma once
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/time.h>

void usage_reset(void);

// Adds the usage of a process that has been waited for, including children that it had waited for.
void usage_add(const struct rusage *used);

// Whether storage was read or written.
bool usage_of_storage(void);

// Adds the measurements to the report, in the order given in main.c.
void usage_report(void);

// Adds up usage, in the stepper, too. Everything is summed except peak memory, where the greatest counts.
static inline void add_usage(struct rusage *total, const struct rusage *used) {
  timeradd(&total->ru_utime, &used->ru_utime, &total->ru_utime);
  timeradd(&total->ru_stime, &used->ru_stime, &total->ru_stime);
  if (used->ru_maxrss > total->ru_maxrss) total->ru_maxrss = used->ru_maxrss;
  total->ru_minflt += used->ru_minflt;
  total->ru_majflt += used->ru_majflt;
  total->ru_inblock += used->ru_inblock;
  total->ru_oublock += used->ru_oublock;
  total->ru_nvcsw += used->ru_nvcsw;
  total->ru_nivcsw += used->ru_nivcsw;
}

static inline long long microseconds(struct timeval time) {
  return time.tv_sec * 1000000LL + time.tv_usec;
}
