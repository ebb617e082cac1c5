#define _GNU_SOURCE
#include "Threads.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

int affinity_get(pid_t thread, uint8_t *mask, size_t size) {
  memset(mask, 0, size);
  return sched_getaffinity(thread, size, (cpu_set_t *)mask) == 0 ? 0 : errno;
}

int affinity_set(pid_t thread, const uint8_t *mask, size_t size) {
  return sched_setaffinity(thread, size, (const cpu_set_t *)mask) == 0 ? 0 : errno;
}

int thread_signal(pid_t process, pid_t thread, int signal) {
  return tgkill(process, thread, signal) == 0 ? 0 : errno;
}
