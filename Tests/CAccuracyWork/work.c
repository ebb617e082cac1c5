#include "work.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const int mebibyte = 1 << 20;

void require(int is_right, const char *what) {
  if (is_right) return;
  perror(what);
  exit(70);
}

static void pause_for(long long milliseconds) {
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0) {
  }
}

struct truth work_spike(long long megabytes, long long milliseconds) {
  long long bytes = megabytes * mebibyte;
  // Before: counting takes as long as the spike, which would be no spike any more.
  struct memory peak = memory_now();
  char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(memory != MAP_FAILED, "mmap");
  memset(memory, 1, bytes);
  pause_for(milliseconds);
  munmap(memory, bytes);
  peak = memory_plus(peak, (struct memory){bytes, bytes});
  return (struct truth){.peak = peak, .largest = peak.resident};
}

static long long thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void *burn(void *milliseconds) {
  long long end = thread_time() + *(long long *)milliseconds * 1000000;
  while (thread_time() < end) {
  }
  return NULL;
}

struct truth work_burn(long long milliseconds, long long threads) {
  pthread_t others[64];
  require(threads >= 1 && threads <= 64, "threads");
  for (int i = 1; i < threads; i++) {
    require(pthread_create(&others[i], NULL, burn, &milliseconds) == 0, "pthread_create");
  }
  burn(&milliseconds);
  for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
  struct memory peak = memory_now();
  return (struct truth){.peak = peak, .largest = peak.resident};
}

struct truth work_write(const char *path, long long bytes) {
  static char block[1 << 16];
  const long long size = sizeof block;
  int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
  require(file >= 0, path);
  for (long long left = bytes; left > 0;) {
    ssize_t count = write(file, block, left < size ? left : size);
    require(count > 0, path);
    left -= count;
  }
  require(fsync(file) == 0, "fsync");
  close(file);
  unlink(path);
  struct memory peak = memory_now();
  return (struct truth){.peak = peak, .largest = peak.resident, .written = bytes};
}
