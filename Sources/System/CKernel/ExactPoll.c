#define _GNU_SOURCE
#include "ExactPoll.h"

#include <poll.h>
#include <stddef.h>
#include <time.h>

int exact_poll(void *descriptors, size_t count, int64_t nanoseconds) {
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &limit, NULL);
}
