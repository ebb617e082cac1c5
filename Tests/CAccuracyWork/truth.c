#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "work.h"

struct use {
  // us.
  long long cpu;
  long long faults;
};

static struct use start;

static struct use used(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return (struct use){
      (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL + usage.ru_utime.tv_usec +
          usage.ru_stime.tv_usec,
      usage.ru_minflt};
}

static struct use since(struct use start) {
  struct use children = used(RUSAGE_CHILDREN), own = used(RUSAGE_SELF);
  return (struct use){own.cpu + children.cpu - start.cpu,
                      own.faults + children.faults - start.faults};
}

void truth_begin(void) { start = since((struct use){0, 0}); }

void truth_append(const struct truth *truth, const char *path) {
  int file = open(path, O_CREAT | O_APPEND | O_WRONLY, 0600);
  require(file >= 0, path);
  // As late as can be; what is left is this line and the end of the process.
  struct use use = since(start);
  dprintf(file,
          "{\"pid\":%d,\"peak\":%lld,\"tree\":%lld,\"cgroup\":%lld,\"cpu\":%lld,\"faults\":%lld,"
          "\"written\":%lld}\n",
          (int)getpid(), truth->largest, truth->peak.resident, truth->peak.proportional, use.cpu,
          use.faults, truth->written);
  close(file);
}
