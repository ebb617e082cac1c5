#include "usage.h"

#include <string.h>
#include <sys/time.h>

#include "report.h"

static struct rusage total;

void usage_reset(void) { memset(&total, 0, sizeof total); }

void usage_add(const struct rusage *used) {
  timeradd(&total.ru_utime, &used->ru_utime, &total.ru_utime);
  timeradd(&total.ru_stime, &used->ru_stime, &total.ru_stime);
  if (used->ru_maxrss > total.ru_maxrss) total.ru_maxrss = used->ru_maxrss;
  total.ru_minflt += used->ru_minflt;
  total.ru_majflt += used->ru_majflt;
  total.ru_inblock += used->ru_inblock;
  total.ru_oublock += used->ru_oublock;
  total.ru_nvcsw += used->ru_nvcsw;
  total.ru_nivcsw += used->ru_nivcsw;
}

static long long microseconds(struct timeval time) {
  return time.tv_sec * 1000000LL + time.tv_usec;
}

bool usage_of_storage(void) { return total.ru_inblock != 0 || total.ru_oublock != 0; }

void usage_report(void) {
  report_add("%lld %lld %ld %ld %ld %ld %ld %ld %ld", microseconds(total.ru_utime),
             microseconds(total.ru_stime), total.ru_maxrss, total.ru_minflt, total.ru_majflt,
             total.ru_inblock, total.ru_oublock, total.ru_nvcsw, total.ru_nivcsw);
}
