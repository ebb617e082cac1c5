// rehearse-ticker INTERVAL
//
// Shares a CPU with two drivers that run there at once, so that they alternate in fine slices and
// see the same state of the machine. The last byte on standard input says what it does:
//
//   t   wakes every INTERVAL ns and sleeps again. The kernel decides whose turn it is when a
//       process wakes, and otherwise only at its clock's ticks, 1 to 10 ms apart
//   b   computes, and writes through more memory than the caches hold: it stands in for the driver
//       that has finished its step. Otherwise the other would be alone with a warm CPU
//   i   sleeps; this is the initial state
//
// It ends when standard input does. rehearse-launcher starts it on its CPU, and kills it when the
// harness has gone.
#define _GNU_SOURCE
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

// More than the second-level cache of common CPUs, less than the memory of a small container.
enum { trashed = 8 << 20, line = 64, lines_at_a_time = 2048 };
static volatile unsigned char memory[trashed];

static void burn(void) {
  static size_t place;
  for (int i = 0; i < lines_at_a_time; i++) {
    memory[place]++;
    place = (place + line) % trashed;
  }
}

int main(int argc, char **argv) {
  char *end = NULL;
  long long interval = argc == 2 ? strtoll(argv[1], &end, 10) : 0;
  if (interval <= 0 || interval >= 1000000000 || *end != 0) {
    fprintf(stderr, "usage: rehearse-ticker INTERVAL (1 to 999999999 ns)\n");
    return 64;
  }
  // Exact times: otherwise the kernel would delay wakings by 50 us to do several at once.
  prctl(PR_SET_TIMERSLACK, 1UL);
  char mode = 'i';
  while (1) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec tick = {.tv_nsec = mode == 't' ? interval : 0};
    if (ppoll(&input, 1, mode == 'i' ? NULL : &tick, NULL) > 0) {
      char said[64];
      ssize_t length = read(STDIN_FILENO, said, sizeof said);
      if (length <= 0) return 0;
      mode = said[length - 1];
    }
    if (mode == 'b') burn();
  }
}
