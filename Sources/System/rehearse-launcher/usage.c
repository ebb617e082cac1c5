#include "usage.h"

#include <string.h>

#include "report.h"

static struct rusage total;

void usage_reset(void) { memset(&total, 0, sizeof total); }

void usage_add(const struct rusage *used) { add_usage(&total, used); }

bool usage_of_storage(void) { return total.ru_inblock != 0 || total.ru_oublock != 0; }

void usage_report(void) {
  report_add("%lld %lld %ld %ld %ld %ld %ld %ld %ld", microseconds(total.ru_utime),
             microseconds(total.ru_stime), total.ru_maxrss, total.ru_minflt, total.ru_majflt,
             total.ru_inblock, total.ru_oublock, total.ru_nvcsw, total.ru_nivcsw);
}
