// rehearse-ticker INTERVAL
//
// Shares a CPU with two drivers that run there at once, so that they alternate in fine slices and
// see the same state of the machine. The last byte on standard input says what it does:
//
//   t   wakes every INTERVAL ns and sleeps again. The kernel decides whose turn it is when a
//       process wakes, and otherwise only at its clock's ticks, 1 to 10 ms apart
//   b   does so, too, and a second thread computes, and writes through more memory than the caches hold:
//       it stands in for the driver that has finished its step. Otherwise the other would be alone with
//       a warm CPU, or in longer slices than before, which cost it some 4 % less CPU time
//   i   sleeps; this is the initial state
//
// It ends when standard input does. rehearse-launcher starts it on its CPU, and kills it when the
// harness has gone.
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

// More than the second-level cache of common CPUs, less than the memory of a small container.
enum { trashed = 8 << 20, line = 64, lines_at_a_time = 2048 };
static volatile unsigned char memory[trashed];

static atomic_bool is_burning;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begins = PTHREAD_COND_INITIALIZER;

static void *burn(void *unused) {
  size_t place = 0;
  while (1) {
    pthread_mutex_lock(&lock);
    while (!is_burning) pthread_cond_wait(&begins, &lock);
    pthread_mutex_unlock(&lock);
    while (is_burning) {
      for (int i = 0; i < lines_at_a_time; i++) {
        memory[place]++;
        place = (place + line) % trashed;
      }
    }
  }
  return unused;
}

static void turn_to(char mode) {
  pthread_mutex_lock(&lock);
  is_burning = mode == 'b';
  pthread_cond_signal(&begins);
  pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv) {
  char *end = NULL;
  long long interval = argc == 2 ? strtoll(argv[1], &end, 10) : 0;
  if (interval <= 0 || interval >= 1000000000 || *end != 0) {
    fprintf(stderr, "usage: rehearse-ticker INTERVAL (1 to 999999999 ns)\n");
    return 64;
  }
  pthread_t burner;
  int error = pthread_create(&burner, NULL, burn, NULL);
  if (error != 0) {
    fprintf(stderr, "rehearse-ticker: no second thread: %s\n", strerror(error));
    return 71;
  }
  // Exact times: otherwise the kernel would delay wakings by 50 us to do several at once.
  prctl(PR_SET_TIMERSLACK, 1UL);
  char mode = 'i';
  while (1) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec tick = {.tv_nsec = interval};
    if (ppoll(&input, 1, mode == 'i' ? NULL : &tick, NULL) > 0) {
      char said[64];
      ssize_t length = read(STDIN_FILENO, said, sizeof said);
      if (length <= 0) return 0;
      mode = said[length - 1];
      turn_to(mode);
    }
  }
}
