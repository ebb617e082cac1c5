#define _GNU_SOURCE
#include "KernelProbes.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../CProcessorCounter/CProcessorCounter.h"

int kernel_probe_fixed_addresses(void) {
  int before = personality(0xffffffff);  // asks without changing
  if (before == -1) return errno;
  if (personality((unsigned long)before | ADDR_NO_RANDOMIZE) == -1) return errno;
  return personality((unsigned long)before) == -1 ? errno : 0;
}

// struct sched_attr of Linux 3.14. Debian 12's glibc lacks it, and newer versions declare it in
// <sched.h>, where the kernel's own header would conflict with it.
struct slice_attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

struct slice_probe {
  uint64_t nanoseconds;
  int error;
};

static void *try_slice(void *argument) {
  struct slice_probe *probe = argument;
  struct slice_attributes attributes;
  memset(&attributes, 0, sizeof attributes);
  // With the thread's own policy and nice value, because only the slice is to change.
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == -1) {
    probe->error = errno;
    return NULL;
  }
  attributes.size = sizeof attributes;
  attributes.runtime = probe->nanoseconds;
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) == -1 ||
      syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == -1) {
    probe->error = errno;
    return NULL;
  }
  probe->error = attributes.runtime == probe->nanoseconds ? 0 : ENOTSUP;
  return NULL;
}

int kernel_probe_time_slice(uint64_t nanoseconds) {
  struct slice_probe probe = {nanoseconds, 0};
  pthread_t thread;
  int error = pthread_create(&thread, NULL, try_slice, &probe);
  if (error != 0) return error;
  error = pthread_join(thread, NULL);
  return error != 0 ? error : probe.error;
}

static void *try_real_time(void *unused) {
  (void)unused;
  struct sched_param parameters = {.sched_priority = REAL_TIME_PRIORITY};
  return (void *)(intptr_t)(sched_setscheduler(0, SCHED_RR, &parameters) == 0 ? 0 : errno);
}

int kernel_probe_real_time(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, try_real_time, NULL);
  if (error != 0) return error;
  void *refusal = NULL;
  error = pthread_join(thread, &refusal);
  return error != 0 ? error : (int)(intptr_t)refusal;
}

int kernel_probe_instruction_counter(void) {
  int counter = processor_counter_open(processor_event_instructions(), 0, false);
  if (counter < 0) return -counter;
  return close(counter) == -1 ? errno : 0;
}

static void *wait_for_key(void *key) {
  pthread_mutex_lock(key);
  pthread_mutex_unlock(key);
  return NULL;
}

int kernel_probe_threads(int count) {
  pthread_mutex_t key = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[16];
  int error = 0, made = 0;
  pthread_mutex_lock(&key);
  while (made < count && made < 16 &&
         (error = pthread_create(&threads[made], NULL, wait_for_key, &key)) == 0)
    made++;
  pthread_mutex_unlock(&key);
  while (made > 0) pthread_join(threads[--made], NULL);
  return error;
}

int kernel_probe_needed_calls(const char **name) {
  struct timespec none = {0, 0};
  siginfo_t info;
  struct rusage usage;

  *name = "eventfd2";
  int descriptor = eventfd(0, EFD_CLOEXEC);
  if (descriptor < 0) return errno;
  close(descriptor);
  *name = "epoll_create1";
  descriptor = epoll_create1(EPOLL_CLOEXEC);
  if (descriptor < 0) return errno;
  close(descriptor);
  *name = "poll";
  if (poll(NULL, 0, 0) < 0 && errno != EINTR) return errno;
  *name = "ppoll";
  if (ppoll(NULL, 0, &none, NULL) < 0 && errno != EINTR) return errno;
  // For this process itself, which is not its own child, so no status is taken.
  *name = "waitid";
  if (waitid(P_PID, (id_t)getpid(), &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno != ECHILD)
    return errno;
  *name = "wait4";
  if (wait4(getpid(), NULL, WNOHANG, &usage) < 0 && errno != ECHILD) return errno;
#ifdef SYS_clone3
  // Too short to be valid. If the call is missing, the C library uses another one.
  *name = "clone3";
  if (syscall(SYS_clone3, NULL, (size_t)0) < 0 && errno != EINVAL && errno != ENOSYS) return errno;
#endif
  return 0;
}
