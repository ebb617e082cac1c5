// interference-target compute|fault|large
//
// Works in blocks. For each time that it reads from standard input, ns in 8 bytes, it works for so
// long, and writes how many units of work it did, how long it took, and its CPU time meanwhile, ns:
// 3 x 8 bytes.
//
//   compute   arithmetic alone
//   fault     takes 1 MB from the kernel, writes to each page, gives it back
//   large     the same with a piece, drawn at random, of 1 GB that it holds
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const size_t piece = 1 << 20, all = 1 << 30;
static char *memory;
static uint64_t state = 1;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void *take(size_t bytes) {
  void *taken = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) {
    perror("mmap");
    _exit(70);
  }
  // Huge pages come when the kernel has some, which is noise.
  madvise(taken, bytes, MADV_NOHUGEPAGE);
  return taken;
}

static void touch(char *bytes, size_t count) {
  for (size_t at = 0; at < count; at += 4096) bytes[at] = 1;
}

static void compute(void) {
  for (int i = 0; i < 20000; i++) next();
}

static void fault(void) {
  char *taken = take(piece);
  touch(taken, piece);
  munmap(taken, piece);
}

static void large(void) {
  char *part = memory + next() % (all / piece) * piece;
  madvise(part, piece, MADV_DONTNEED);
  touch(part, piece);
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
  const char *kind = argc == 2 ? argv[1] : "";
  void (*work)(void) = strcmp(kind, "compute") == 0 ? compute
                       : strcmp(kind, "fault") == 0 ? fault
                       : strcmp(kind, "large") == 0 ? large
                                                    : NULL;
  if (work == NULL) {
    fprintf(stderr, "usage: interference-target compute|fault|large\n");
    return 64;
  }
  if (work == large) {
    memory = take(all);
    touch(memory, all);
  }
  int64_t length;
  while (read(STDIN_FILENO, &length, sizeof length) == sizeof length) {
    int64_t done[3] = {0, -now(CLOCK_MONOTONIC), -now(CLOCK_PROCESS_CPUTIME_ID)};
    int64_t end = length - done[1];
    do {
      work();
      done[0]++;
    } while (now(CLOCK_MONOTONIC) < end);
    done[1] += now(CLOCK_MONOTONIC);
    done[2] += now(CLOCK_PROCESS_CPUTIME_ID);
    if (write(STDOUT_FILENO, done, sizeof done) != sizeof done) return 0;
  }
  return 0;
}
