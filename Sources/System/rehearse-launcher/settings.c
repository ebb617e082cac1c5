#define _GNU_SOURCE
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report.h"

// Each returns 0, or -1 with errno set.

static int join(const char *members) {
  int file = open(members, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  int result = write(file, "0", 1) == 1 ? 0 : -1;
  int reason = errno;
  close(file);
  errno = reason;
  return result;
}

static int pin(const char *number) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(strtoul(number, NULL, 10), &cpus);
  return sched_setaffinity(0, sizeof cpus, &cpus);
}

// The C library lacks both the calls and their argument; see sched_setattr(2). Since Linux 6.12 the
// field `runtime` is an ordinary process's time slice. Older kernels ignore it silently and don't
// report it, so it is read back.
static int slice(const char *nanoseconds) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER};
  uint64_t wanted = strtoull(nanoseconds, NULL, 10);
  attributes.nice = getpriority(PRIO_PROCESS, 0);
  attributes.runtime = wanted;
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0) return -1;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return -1;
  if (attributes.runtime == wanted) return 0;
  errno = ENOTSUP;
  return -1;
}

// Threads of this class take turns among themselves, and yield to none of the usual class.
static int real_time(const char *priority) {
  struct sched_param parameters = {.sched_priority = atoi(priority)};
  return sched_setscheduler(0, SCHED_RR, &parameters);
}

static int fix_addresses(const char *unused) {
  (void)unused;
  return personality(ADDR_NO_RANDOMIZE) < 0 ? -1 : 0;
}

static const struct {
  const char *name;
  int (*apply)(const char *value);
  // Of this process, at once, not set by the new one.
  bool own;
} kinds[] = {
    {"own-group", join, true},
    {"group", join, false},
    {"cpu", pin, false},
    {"slice", slice, false},
    // The command inherits it. Above its command, this process could keep the CPUs from it while it waits in the
    // kernel for what the command does: when Linux removes the /proc entries of a process, it tries again and again.
    {"real-time", real_time, true},
    {"fixed-addresses", fix_addresses, false},
};

static struct {
  int kind;
  const char *value;
  // Written by the new process, which borrows this one's memory until it executes the command.
  volatile int refusal;
} settings[8];
static size_t count;

static void apply(size_t setting) {
  int result = kinds[settings[setting].kind].apply(settings[setting].value);
  settings[setting].refusal = result == 0 ? 0 : errno;
}

bool settings_add(const char *word) {
  if (count == sizeof settings / sizeof *settings) return false;
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    size_t length = strlen(kinds[kind].name);
    if (strncmp(word, kinds[kind].name, length) != 0) continue;
    if (word[length] != '=' && word[length] != 0) continue;
    settings[count].kind = kind;
    settings[count].value = word + length + (word[length] == '=');
    if (kinds[kind].own) apply(count);
    count++;
    return true;
  }
  return false;
}

void settings_apply(void) {
  for (size_t i = 0; i < count; i++)
    if (!kinds[settings[i].kind].own) apply(i);
}

void settings_report(void) {
  for (size_t i = 0; i < count; i++)
    if (settings[i].refusal != 0)
      report_add("refused %d %s\n", settings[i].refusal, kinds[settings[i].kind].name);
}
