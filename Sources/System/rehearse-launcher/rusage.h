// What processes used; of the stepper, too.
#pragma once
#include <sys/resource.h>
#include <sys/time.h>

// Everything is summed except peak memory, where the greatest counts.
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
